import { fetchState, type StatePage } from '@signalbox/contracts';
import { answer, type EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';
import { readSampled } from '../../project/protection/read-sampled.ts';
import { findList, readChunks } from '../../feature/list/segment-list.ts';
import { readFeatureStates } from './feature-state.ts';
import { readSegmentStates } from './segment-state.ts';

/** Reading and sending a page keeps a process busy for 10 to 25 ms. */
const featuresPerPage = 200;

/**
 * The evaluation state, page by page, by feature name. Other units of work may commit between the statements, so the revision
 * is read before and after each page: the page is at least as new as the first and at most as new as the second.
 */
export const answerFetchState = answer(fetchState, async ({ after, list }, { em, settings }) => {
  if (list) return readList(em, list);
  const revision = await readRevision(em);
  const names = await activeNames(em, after);
  const features = await readFeatureStates(em, names);
  const segments = after === null ? await readSegmentStates({ em, settings }) : [];
  const sampled = after === null ? { sampled: await readSampled(em) } : {};
  return {
    revision,
    reached: await readRevision(em),
    features,
    segments,
    ...sampled,
    next: names.length === featuresPerPage ? (names.at(-1) ?? null) : null,
  };
});

/** A chunk of a list, which has no revision because it never changes. */
async function readList(em: EntityManager, { hash, chunk }: { readonly hash: string; readonly chunk: number }): Promise<StatePage> {
  const { size } = await findList(em, hash);
  const { text, next } = await readChunks(em, hash, chunk);
  return { revision: 0, features: [], segments: [], list: { values: text, size, next }, next: null };
}

/** The last revision of evaluation. */
export async function readRevision(em: EntityManager): Promise<number> {
  const row = await tablesOf(em).selectFrom('counter').select('revision').executeTakeFirstOrThrow();
  return Number(row.revision);
}

async function activeNames(em: EntityManager, after: string | null): Promise<string[]> {
  const rows = await tablesOf(em)
    .selectFrom('feature')
    .select('name')
    .where('archived_at', 'is', null)
    .where('name', '>', after ?? '')
    .orderBy('name')
    .limit(featuresPerPage)
    .execute();
  return rows.map(({ name }) => name);
}
