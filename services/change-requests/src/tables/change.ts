import type { ChangeAction, Snapshot, Touched } from '@signalbox/contracts';
import { instant, integer, json, projectionOf, table, tableWith, text } from '@signalbox/table';

/** Treatment of a column. Each column sets all marks; a missing one does not compile. */
interface ChangeMarks {
  /** Part of the content that an approval is bound to (`contentHash`). */
  readonly approved: boolean;
  /** Possibly large: omitted from lists, and dropped some time after its request was closed. */
  readonly droppable: boolean;
}

const approved = { approved: true, droppable: false } as const;
const neither = { approved: false, droppable: false } as const;

export const proposedChangeTable = tableWith<ChangeMarks>()('proposed_change', 'ProposedChange', {
  id: integer().key().serial().marked(neither),
  requestId: integer().marked(neither),
  /** Changes take effect in this order. */
  sortOrder: integer().marked(neither),
  action: text(50).as<ChangeAction>().marked(approved),
  /** Null for a change to a segment. */
  feature: text(100).nullable().called('feature_name').marked(approved),
  /** The segment's name when the change was written; null for a change to a feature. */
  segment: text(255).nullable().called('segment_name').marked(neither),
  payload: json<unknown>().nullable().marked({ approved: true, droppable: true }),
  /** The state before the change, when it was written. */
  snapshot: json<Snapshot>().nullable().marked({ approved: false, droppable: true }),
  createdByUserId: integer().nullable().marked(neither),
  createdBy: text(255).marked(neither),
  /** `principalKey` of its author. */
  author: text(300).marked(neither),
  createdAt: instant().marked(neither),
});

export const approvedChange = projectionOf(proposedChangeTable, 'approved');
export const droppableChange = projectionOf(proposedChangeTable, 'droppable');

export const changeTouchTable = table('change_touch', 'ChangeTouch', {
  changeId: integer().key(),
  kind: text(20).as<Touched['kind']>().key(),
  touchedId: text(255).key(),
  requestId: integer(),
});
