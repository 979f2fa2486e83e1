import { fetchState, type ListChunk, type QuestionInput, type SegmentState, type StatePage } from '@signalbox/contracts';
import { IdList } from './id-list.ts';
import { type Lists, listsIn } from './segments.ts';

/** Fetches one chunk of a list. Rejects if the source does not have it. */
export type FetchChunk = (hash: string, chunk: number) => Promise<ListChunk>;

/** Fetches chunks of lists from toggles. */
export const chunksFrom =
  (ask: (question: typeof fetchState, input: QuestionInput<typeof fetchState>) => Promise<StatePage>): FetchChunk =>
  async (hash, chunk) => {
    const { list } = await ask(fetchState, { after: null, list: { hash, chunk } });
    if (!list) throw new Error(`the response contains no list ${hash}`);
    return list;
  };

/** The lists that segments name, without others: from `known`, otherwise fetched. Equal hashes have equal content. */
export async function fetchLists(
  segments: Iterable<SegmentState>,
  fetchChunk: FetchChunk,
  yieldToOthers: () => Promise<void>,
  known: Lists = new Map(),
): Promise<Lists> {
  const lists = new Map<string, IdList>();
  for (const hash of listsIn(segments)) lists.set(hash, known.get(hash) ?? (await fetchList(hash, fetchChunk, yieldToOthers)));
  return lists;
}

async function fetchList(hash: string, fetchChunk: FetchChunk, yieldToOthers: () => Promise<void>): Promise<IdList> {
  const chunks: Buffer[] = [];
  for (let number = 0; ; ) {
    const { values, size, next } = await fetchChunk(hash, number);
    chunks.push(Buffer.from(values));
    if (next === null) return IdList.from(chunks, size, yieldToOthers);
    number = next;
  }
}
