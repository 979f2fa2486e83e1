import { deepEqual, equal, rejects } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { type CsvFormat, readIds } from './read-ids.ts';
import { sortIds } from './sort-ids.ts';

/** Bytes of a file as the route receives them: with a line feed at the end. */
const asReceived = (text: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(text), Buffer.from(String(text).endsWith('\n') ? '' : '\n')]);

const idsOf = async (text: string | Buffer, csv?: CsvFormat): Promise<string[]> =>
  (await readIds(asReceived(text), csv)).bytes.toString().split('\n').slice(0, -1);

async function sorted(text: string) {
  const { chunks, ...rest } = await sortIds(await readIds(asReceived(text)));
  return {
    ...rest,
    ids: Array.from(chunks(), String).join('').split('\n').slice(0, -1),
  };
}

/** Byte order, in which `LC_ALL=C sort` sorts. */
const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

describe('the ids of a text', () => {
  for (const [what, text, ids] of [
    ['one line each', 'a\nb\n', ['a', 'b']],
    ['without a line feed at the end', 'a\nbc', ['a', 'bc']],
    ['with line ends of Windows, blanks and empty lines', ' a \r\n\r\n\t\nb c\r\n', ['a', 'b c']],
    ['with a byte order mark', '\ufeffa\n', ['a']],
    ['without any', '\n \n', []],
    ['of no bytes', '', []],
    ['with commas and quotes', '"a",b\n', ['"a",b']],
  ] as const) {
    it(`are read ${what}`, async () => deepEqual(await idsOf(text), ids));
  }

  for (const [what, text, column, ids] of [
    ['the first column', 'id,name\n1,Ann\n2,Bob\n', undefined, ['1', '2']],
    ['a named column', 'name,id\nAnn,1\n"Bob, jr",2', 'id', ['1', '2']],
    ['quoted fields', 'id\n"a""b"\n"c,d" ,x\n', 'id', ['a"b', 'c,d']],
    ['rows without the column', 'a,b\n1\n2,3\n', 'b', ['3']],
    ['line ends of Windows', 'x,id\r\n1,2\r\n', 'id', ['2']],
  ] as const) {
    it(`are read from CSV: ${what}`, async () => deepEqual(await idsOf(text, { column }), ids));
  }

  for (const [what, text, csv, problem] of [
    ['bytes that are not UTF-8', Buffer.from([0x61, 0xff]), undefined, /must be UTF-8/],
    ['a control character', 'a\u0000b', undefined, /no control characters; id 1/],
    ['an id of more than a thousand bytes', `a\n${'x'.repeat(1001)}`, undefined, /at most 1000 bytes; id 2 has 1001/],
    ['a missing column', 'a,b\n1,2', { column: 'c' }, /must have a column c; got a, b/],
    ['an open quote', 'a\n"1', {}, /close each quote/],
    ['a line feed in an id', 'a\n"1\n2"', {}, /no control characters/],
  ] as const) {
    it(`are refused with ${what}`, () => rejects(readIds(asReceived(text), csv), problem));
  }

  it('are sorted by bytes and distinct, with the hash of `LC_ALL=C sort -u`, for any ids', async () => {
    const id = fc.string({ unit: fc.constantFrom('a', 'b', '!', '~', 'ä', '😀', '￿'), minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(fc.array(id, { maxLength: 60 }), async (given) => {
        const ids = [...new Set(given)].toSorted(byBytes);
        const hash = createHash('sha256')
          .update(ids.map((one) => `${one}\n`).join(''))
          .digest('hex');
        deepEqual(await sorted(given.join('\n')), { size: ids.length, duplicates: given.length - ids.length, hash, ids });
      }),
      { numRuns: 2000 },
    );
  });

  it('are divided into chunks that end with an id', async () => {
    const count = 30_000;
    const given = Array.from({ length: count }, (_, index) => `user-${index}`);
    const { chunks } = await sortIds(await readIds(asReceived([...given, ...given].join('\n'))));
    const texts = Array.from(chunks(), String);
    equal(texts.length > 4 && texts.every((text) => text.startsWith('user-') && text.endsWith('\n')), true);
    deepEqual(texts.join('').split('\n').slice(0, -1), given.toSorted(byBytes));
  });
});
