import { deepEqual, equal } from 'node:assert/strict';
import { asContext, readQuestion, textsIn, writeQuestion } from './question.ts';

const question = { environment: 'production', context: { userId: 'u 7&#', country: '<b>' } };

describe('a question in an address', () => {
  it('survives a round trip', () => {
    deepEqual(readQuestion(writeQuestion(question)), question);
    const linked = { ...question, revision: 12, wasOn: false };
    deepEqual(readQuestion(`#${writeQuestion(linked)}`), linked);
    const both = { ...question, compared: { environment: 'staging', context: {} } };
    deepEqual(readQuestion(writeQuestion(both)), both);
  });

  it('is null for other fragments', () => {
    for (const fragment of ['', '#', '#content', '#%', '#null', '#{}', '#{"environment":1,"context":{}}', '#{"environment":"a"}'])
      equal(readQuestion(fragment), null, fragment);
  });

  it('has only text fields, and no inherited properties', () => {
    const { context } = readQuestion('#{"environment":"a","context":{"userId":7,"a":{},"b":null,"__proto__":"x"},"revision":"7"}') ?? {};
    deepEqual(Object.entries(context ?? {}), [
      ['userId', '7'],
      ['__proto__', 'x'],
    ]);
    equal(({} as { x?: string }).x, undefined);
  });
});

describe('a context', () => {
  it('is flat in the console and nested for the server', () => {
    const saved = { appName: 'shop', userId: '7', properties: { country: 'SE' }, vip: true, list: ['a'] };
    const fields = textsIn(saved);
    deepEqual(fields, { appName: 'shop', userId: '7', vip: 'true', country: 'SE' });
    deepEqual(asContext(fields), { appName: 'shop', userId: '7', properties: { vip: 'true', country: 'SE' } });
  });

  it('has an application name and no empty fields', () => {
    deepEqual(asContext({ userId: '', country: 'SE' }), { appName: 'console', properties: { country: 'SE' } });
  });
});
