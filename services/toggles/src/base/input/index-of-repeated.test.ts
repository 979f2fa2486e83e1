import { equal } from 'node:assert/strict';
import { indexOfRepeated } from './index-of-repeated.ts';

describe('indexOfRepeated', () => {
  it('finds the first value that an earlier one equals', () => {
    equal(indexOfRepeated(['a', undefined, 'b', undefined, 'b', 'a']), 4);
    equal(indexOfRepeated(['a', undefined, undefined]), -1);
  });

  it('reads each value once', () => {
    let reads = 0;
    const texts = Array.from({ length: 1000 }, (_, index) => `value ${index}`);
    const values = new Proxy(texts, {
      get(target, key) {
        reads += Number(typeof key === 'string' && /^\d+$/.test(key));
        return Reflect.get(target, key) as unknown;
      },
    });
    equal(indexOfRepeated(values), -1);
    equal(reads, 1000);
  });
});
