import { deepEqual, equal } from 'node:assert/strict';
import { combine } from './combinations.ts';

const texts = (written: Parameters<typeof combine>[0]) => [...combine(written).all()].map((context) => Object.values(context).join('/'));

describe('the combinations of a context', () => {
  it('are a single one without commas', () => {
    deepEqual(texts({ appName: 'a', userId: '7' }), ['a/7']);
  });

  it('vary the last field fastest', () => {
    deepEqual(texts({ appName: 'a,b', userId: '1,2', age: 3 }), ['a/1/3', 'a/2/3', 'b/1/3', 'b/2/3']);
  });

  it('treat properties as fields, in place, and prefer the later of two with one name', () => {
    deepEqual(
      [...combine({ appName: 'a', properties: { userId: '8', plan: 'x' }, userId: '7' }).all()].map((context) => ({ ...context })),
      [{ appName: 'a', userId: '7', plan: 'x' }],
    );
  });

  it('are counted without being created', () => {
    const combinations = combine({ appName: 'a', ...Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`f${index}`, '1,2'])) });
    equal(combinations.count, 2 ** 60);
    equal(combinations.all().next().value?.['f0'], '1');
  });

  it('are in the requested environment unless they name another, in every iteration', () => {
    const many = Array.from({ length: 1001 }, (_, index) => index).join(',');
    for (const userId of ['1,2', many]) {
      const there = combine({ appName: 'a', userId }).in('here');
      for (let times = 0; times < 2; times += 1) {
        const [{ json, complete } = { json: '', complete: {} }, ...others] = there;
        deepEqual(
          [json, complete],
          ['{"appName":"a","userId":"1"}'.replace('1', userId[0] ?? ''), { appName: 'a', userId: userId[0], environment: 'here' }],
        );
        equal(others.length, userId.split(',').length - 1);
      }
    }
    for (const environment of ['there', '']) {
      const [requested] = combine({ appName: 'a', environment }).in('here');
      equal(requested?.complete.environment, environment || 'here');
    }
  });

  it('are as many as counted', () => {
    const combinations = combine({ appName: 'a,b,c', userId: ',', properties: { x: '1,2,3,4' } });
    equal([...combinations.all()].length, combinations.count);
    equal(combinations.count, 3 * 2 * 4);
  });
});
