import { deepEqual, equal, ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import { IdList } from './id-list.ts';

const listOf = (values: readonly string[]): Promise<IdList> =>
  IdList.from([Buffer.from(values.map((value) => `${value}\n`).join(''))], values.length, async () => undefined);

/** Few distinct characters, so that values share prefixes and contain each other. */
const id = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', '1', 'ä', '€', '😀'), minLength: 1, maxLength: 4 }),
  fc.uuid(),
  fc.integer().map(String),
);
/** Contexts may contain any text. */
const tried = fc.oneof(id, fc.string({ unit: 'binary' }), fc.constantFrom('', '\n', 'a\n', 'a\nb', '\ud800', '\ufffd'));

describe('a list of ids', () => {
  it('contains exactly the values of a plain set, in 10,000 random cases', async () => {
    let listed = 0;
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(id, { maxLength: 40 }), fc.array(tried, { maxLength: 20 }), async (values, others) => {
        const [list, plain] = [await listOf(values), new Set(values)];
        for (const value of [...values, ...others, ...values.map((value) => `${value}\n`)]) equal(list.has(value), plain.has(value), value);
        listed += values.length;
        deepEqual(
          [list.size, new Set(list.values()), [...list.chunks()].join('')],
          [plain.size, plain, values.map((v) => `${v}\n`).join('')],
        );
      }),
      { numRuns: 10_000 },
    );
    ok(listed > 10_000, `${listed} values were listed`);
  });

  it('finds each of 300,000 values, none of their neighbors, and splits its bytes at the ends of values', async () => {
    const count = 300_000;
    const nameOf = (index: number): string => `user-${index * 2}`;
    const list = await listOf(Array.from({ length: count }, (_, index) => nameOf(index)));
    for (let index = 0; index < count; index += 1) {
      ok(list.has(nameOf(index)));
      ok(!list.has(`user-${index * 2 + 1}`));
    }
    const chunks = [...list.chunks()];
    ok(chunks.length > 10 && chunks.every((chunk) => chunk.startsWith('user-') && chunk.endsWith('\n')));
    equal(chunks.join('').length, list.values().join('\n').length + 1);
  });
});
