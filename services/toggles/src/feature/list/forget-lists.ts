import { dayMs, hourMs, job, type OpenContext } from '@signalbox/kit';
import { Projection } from '@signalbox/table';
import { LockMode } from '@mikro-orm/core';
import { listsIn } from '@signalbox/engine';
import { segmentTable } from '../../tables/segment.ts';
import { tablesOf } from '../../tables/tables.ts';
import { SegmentList, SegmentListChunk } from './segment-list.ts';

/** An undo, an import or a change request may name a list that no segment names any more. */
export const unusedDays = 90;

export const forgetListsJob = job({
  name: 'forget-lists',
  everyMs: hourMs,
  oneAtATime: true,
  restsInMaintenance: true,
  run: (context) => forgetLists(context),
});

/** Deletes lists that no segment has named for a while, and chunks of uploads that did not end. */
export async function forgetLists(context: OpenContext): Promise<void> {
  const now = context.now().getTime();
  const before = now - unusedDays * dayMs;
  const old = await tablesOf(context.em).selectFrom('segment_list').where('used_at', '<', before).select('hash').execute();
  const named = old.length === 0 ? new Set<string>() : await namedLists(context);
  for (const { hash } of old) if (!named.has(hash)) await forgetList(context, hash, before);
  await context.write(({ em }) =>
    tablesOf(em)
      .deleteFrom('segment_list_chunk')
      .where('created_at', '<', now - dayMs)
      .where('hash', 'not in', tablesOf(em).selectFrom('segment_list').select('hash'))
      .execute(),
  );
}

/** A segment that began to name the list meanwhile has marked it as used. */
async function forgetList(context: OpenContext, hash: string, before: number): Promise<void> {
  await context.write(async ({ em }) => {
    const list = await em.findOne(SegmentList, { hash }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!list || list.usedAt.getTime() >= before) return;
    await em.nativeDelete(SegmentListChunk, { hash });
    em.remove(list);
  });
}

async function namedLists({ em }: OpenContext): Promise<Set<string>> {
  const segments = await constraintsOf.read(tablesOf(em).selectFrom('segment').where('constraints', 'like', '%IN_LIST%'));
  return listsIn(segments);
}

const constraintsOf = new Projection(segmentTable, ['constraints']);
