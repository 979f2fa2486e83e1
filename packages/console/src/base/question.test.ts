import { deepEqual, equal } from 'node:assert/strict';
import { asContext, readQuestion, textsIn, writeQuestion } from './question.ts';

const question = { environment: 'production', context: { userId: 'u 7&#', country: '<b>' } };

describe('a question in an address', () => {
  it('is read as it was written', () => {
    deepEqual(readQuestion(writeQuestion(question)), question);
    const linked = { ...question, revision: 12, wasOn: false };
    deepEqual(readQuestion(`#${writeQuestion(linked)}`), linked);
    const both = { ...question, compared: { environment: 'staging', context: {} } };
    deepEqual(readQuestion(writeQuestion(both)), both);
  });

  it('is none where something else stands', () => {
    for (const fragment of ['', '#', '#content', '#%', '#null', '#{}', '#{"environment":1,"context":{}}', '#{"environment":"a"}'])
      equal(readQuestion(fragment), null, fragment);
  });

  it('has texts alone, and no member that every object has', () => {
    const { context } = readQuestion('#{"environment":"a","context":{"userId":7,"a":{},"b":null,"__proto__":"x"},"revision":"7"}') ?? {};
    deepEqual(Object.entries(context ?? {}), [
      ['userId', '7'],
      ['__proto__', 'x'],
    ]);
    equal(({} as { x?: string }).x, undefined);
  });
});

describe('a context', () => {
  it('stands side by side, and apart as the server takes it', () => {
    const saved = { appName: 'shop', userId: '7', properties: { country: 'SE' }, vip: true, list: ['a'] };
    const fields = textsIn(saved);
    deepEqual(fields, { appName: 'shop', userId: '7', vip: 'true', country: 'SE' });
    deepEqual(asContext(fields), { appName: 'shop', userId: '7', properties: { vip: 'true', country: 'SE' } });
  });

  it('names an application, and no empty field', () => {
    deepEqual(asContext({ userId: '', country: 'SE' }), { appName: 'console', properties: { country: 'SE' } });
  });
});
