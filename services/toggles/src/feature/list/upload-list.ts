import { createHash } from 'node:crypto';
import { type OpenContext, route, type SentFile } from '@signalbox/kit';
import { mergeRows } from '@signalbox/table';
import { type Static, Type } from 'typebox';
import { badValue } from '../../base/input/bad-value.ts';
import { inlineListIds, listIds } from '../../base/setting/limits.ts';
import { tablesOf } from '../../tables/tables.ts';
import { lineFeed, readIds } from './read-ids.ts';
import { type SortedIds, sortIds } from './sort-ids.ts';

/** An uploaded file: one id per line, or CSV with a header. A function has the bytes, because the host visits every property of a body. */
const ListFile = Type.Unsafe<{ readonly bytes: () => Buffer; readonly digest: string; readonly isCsv: boolean }>({ type: 'object' });

const listFile = {
  types: ['text/plain', 'text/csv'],
  async read({ chunks, length, contentType }: SentFile) {
    const digest = createHash('sha256');
    const bytes = await receive(chunks, length, (chunk) => digest.update(chunk));
    return { bytes: () => bytes, digest: digest.digest('hex'), isCsv: contentType.trim().toLowerCase().startsWith('text/csv') };
  },
};

const firstBytes = 65_536;

/** Reads chunks into one buffer that ends in a line feed, because all chunks and their copy would need twice the memory of the file. */
async function receive(chunks: AsyncIterable<Buffer>, expected = firstBytes, passed: (chunk: Buffer) => void): Promise<Buffer> {
  let bytes = Buffer.allocUnsafeSlow(expected + 1);
  let length = 0;
  for await (const chunk of chunks) {
    passed(chunk);
    if (length + chunk.length >= bytes.length) bytes = Buffer.concat([bytes], 2 * (length + chunk.length));
    length += chunk.copy(bytes, length);
  }
  if (bytes[length - 1] !== lineFeed) length += bytes.write('\n', length);
  return bytes.subarray(0, length);
}

/** `hash` is the SHA-256 of the distinct ids, sorted by bytes, each with a line feed. */
const UploadedList = Type.Object({
  hash: Type.String(),
  size: Type.Integer({ description: 'Number of distinct ids.' }),
  duplicates: Type.Integer({ description: 'Number of ids that the file repeats.' }),
  serverOnly: Type.Boolean({ description: 'The list is too long for SDKs.' }),
});

export const uploadListRoute = route(
  {
    method: 'post',
    path: '/api/admin/segment-lists',
    summary: 'Upload a list of ids, one per line or a column of a CSV file with a header, for constraints with IN_LIST',
    permission: ['CREATE_SEGMENT', 'UPDATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'],
    scope: 'any project',
    query: Type.Object({
      column: Type.Optional(Type.String({ maxLength: 1000, description: 'Column of a CSV file; default: the first.' })),
    }),
    body: ListFile,
    bodyTypes: [],
    file: listFile,
    answers: { 201: UploadedList },
    failures: ['BadDataError'],
    events: { none: 'because a list has no effect until a segment names it' },
    transaction: { none: 'because it stores a large list in several units of work', repetitions: 'replayed' },
  },
  ({ query, body }, context) => uploadList(context, body, query.column),
);

async function uploadList(
  context: OpenContext,
  { bytes, isCsv }: Static<typeof ListFile>,
  column?: string,
): Promise<Static<typeof UploadedList>> {
  const ids = await sortIds(await readIds(bytes(), isCsv ? { column } : undefined));
  const { hash, size, duplicates } = ids;
  const max = context.settings.get(listIds);
  if (size === 0) throw badValue('', 'The list must have at least one id.');
  if (size > max) throw badValue('', `The list must have at most ${max} ids; got ${size}.`);
  await storeList(context, ids);
  return { hash, size, duplicates, serverOnly: size > context.settings.get(inlineListIds) };
}

/**
 * Stores the chunks that are missing, and then the list, so that a list with a row is complete. One chunk per unit of work, because the
 * garbage of large statements would need as much memory as the list.
 */
async function storeList(context: OpenContext, { hash, size, chunks }: SortedIds): Promise<void> {
  const stored = await storedChunks(context, hash);
  let chunk = 0;
  for (const bytes of chunks()) {
    const row = { hash, chunk, ids: bytes.toString('utf8'), created_at: context.now().getTime() };
    if (!stored.has(chunk)) await context.write(({ em }) => mergeRows(em, 'segment_list_chunk', chunkRule, [row]));
    chunk += 1;
  }
  const row = { hash, size, used_at: context.now().getTime() };
  await context.write(({ em }) => mergeRows(em, 'segment_list', { key: ['hash'], merge: { used_at: 'max' } }, [row]));
}

const chunkRule = { key: ['hash', 'chunk'], merge: { created_at: 'max' } } as const;

async function storedChunks({ em }: OpenContext, hash: string): Promise<Set<number>> {
  const rows = await tablesOf(em).selectFrom('segment_list_chunk').where('hash', '=', hash).select('chunk').execute();
  return new Set(rows.map(({ chunk }) => chunk));
}
