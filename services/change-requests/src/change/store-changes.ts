import {
  type Change,
  changeAdded,
  changeEdited,
  type ChangesetOutput,
  type DryRunChange,
  principalKey,
  type Snapshot,
  type Touched,
} from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import type { ChangeRequest } from '../request/change-request.ts';
import { ChangeTouch } from '../request/change-touch.ts';
import { whereOf } from '../request/move.ts';
import { ProposedChange } from '../request/proposed-change.ts';

/** A validated change with a temporary negative id until it has a row. */
export interface NewChange extends Change {
  readonly id: number;
}

export const numbered = (changes: readonly Change[]): NewChange[] => changes.map((change, index) => ({ ...change, id: -1 - index }));

/** Writes a change at its position, in place of the change that it replaces. Returns its row. */
export async function storeChange(
  context: Context,
  request: ChangeRequest,
  change: NewChange,
  options: {
    readonly sortOrder: number;
    readonly replaces: ProposedChange | null;
    readonly outcome: Pick<ChangesetOutput, 'changes'>;
    readonly planHash?: string | undefined;
  },
): Promise<ProposedChange> {
  const { em, actor, now } = context;
  const { sortOrder, replaces, outcome, planHash } = options;
  const seen = outcome.changes.find(({ id }) => id === change.id);
  if (replaces) await em.nativeDelete(ProposedChange, { id: replaces.id });
  const row = em.create(ProposedChange, {
    requestId: request.id,
    sortOrder,
    action: change.action,
    feature: change.feature,
    segment: seen?.segment ?? null,
    payload: change.payload ?? null,
    snapshot: snapshotOf(seen),
    createdByUserId: actor.id,
    createdBy: actor.name,
    author: principalKey(actor),
    createdAt: now(),
  });
  await em.flush();
  if (seen) storeTouches(em, row, seen);
  const fact = { ...whereOf(request), featureName: change.feature };
  const data = { ...recordedChange(row, request), ...(planHash !== undefined && { planHash }) };
  if (replaces) context.publish(changeEdited, { ...fact, data, preData: recordedChange(replaces, request) });
  else context.publish(changeAdded, { ...fact, data });
  return row;
}

/** Replaces the stored touches of the changes by those of a new dry run. */
export async function refreshTouches(em: Context['em'], changes: readonly ProposedChange[], outcome: ChangesetOutput): Promise<void> {
  const byId = new Map(outcome.changes.map((change) => [change.id, change]));
  await em.flush();
  await em.nativeDelete(ChangeTouch, { changeId: { $in: changes.map(({ id }) => id) } });
  const rows = changes.flatMap((change) => touchRows(change, byId.get(change.id)));
  if (rows.length > 0) await em.insertMany(ChangeTouch, rows);
}

/** Stores the touches of the change, so that the request can be found by them. */
export function storeTouches(em: Context['em'], change: ProposedChange, seen: DryRunChange): void {
  for (const row of touchRows(change, seen)) em.create(ChangeTouch, row);
}

function touchRows({ id: changeId, requestId }: ProposedChange, seen: DryRunChange | undefined) {
  const unique = new Map((seen?.touches ?? []).map((touched): [string, Touched] => [compositeKey(touched.kind, touched.id), touched]));
  return [...unique.values()].map(({ kind, id }) => ({ changeId, kind, touchedId: id, requestId }));
}

const snapshotOf = (seen: DryRunChange | undefined): Snapshot => seen?.current ?? null;

/** The change as events contain it. `draft` marks payloads that only the author may read. */
export const recordedChange = ({ id, requestId, action, feature, payload }: ProposedChange, { state }: Pick<ChangeRequest, 'state'>) => ({
  changeRequestId: requestId,
  changeId: id,
  action,
  feature: feature ?? null,
  ...(payload === null || payload === undefined ? {} : { payload }),
  ...(state === 'Draft' ? { draft: true as const } : {}),
});

/** Replaces the temporary ids in a dry-run result by row ids. */
export function withRowIds(outcome: ChangesetOutput, rows: ReadonlyMap<number, number>): ChangesetOutput {
  return { ...outcome, changes: outcome.changes.map((change) => ({ ...change, id: rows.get(change.id) ?? change.id })) };
}
