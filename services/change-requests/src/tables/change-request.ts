import type { Principal } from '@signalbox/contracts';
import { bigInteger, boolean, fixedText, instant, integer, json, longText, shortJson, table, text } from '@signalbox/table';

/** Every state that a change request can be in. */
export const states = ['Draft', 'In review', 'Approved', 'Scheduled', 'Applied', 'Cancelled', 'Rejected'] as const;
export type State = (typeof states)[number];

export const changeRequestTable = table('change_request', 'ChangeRequest', {
  id: integer().key().serial(),
  /** Id of the unit of work that created the row. */
  origin: fixedText(36),
  project: text(100).called('project_id'),
  environment: text(100),
  /** `principalKey` of the author. */
  author: text(300),
  /** Null unless it keeps its author from opening another one. */
  active: boolean().nullable(),
  state: text(20).as<State>(),
  title: text(255).nullable(),
  /** Required by the environment when the request was created. */
  minApprovals: integer(),
  createdByUserId: integer().nullable(),
  createdBy: text(255),
  createdAt: instant(),
  /** When it last entered each state. */
  stateTimestamps: shortJson<Partial<Record<State, string>>>(),
  lastCommentId: integer(),
  /** Number of attempts to apply it. */
  attempt: integer(),
  /** Since when and by whom it is being applied, which keeps others from applying it; null otherwise. */
  applyingSince: instant().nullable(),
  applyingActor: shortJson<Principal>().nullable(),
  /** Its schedule applies it, rather than a person. */
  applyingByClock: boolean(),
  /** The direct write that it records, by `bypassKey`; null for a proposal. */
  bypass: fixedText(64).nullable(),
  /** Whether a direct write still needs a review; null for a proposal. */
  review: text(10).as<'due' | 'done'>().nullable(),
  /** `principalKey` of everyone who added, edited or removed a change. */
  shapedBy: json<string[]>().nullable(),
  /** `contentHash` as of the last edit or move; null until then. */
  contentHash: fixedText(64).nullable(),
  /** Size of the payloads of its changes; null like the hash. */
  payloadBytes: integer().nullable(),
  /** Its payloads were dropped, some time after it was cancelled or rejected. */
  payloadsDropped: boolean().default(false),
});

export const requestScheduleTable = table('request_schedule', 'RequestSchedule', {
  requestId: integer().key(),
  scheduledAt: instant(),
  status: text(10).as<'pending' | 'failed'>(),
  failureReason: longText().nullable(),
  /** It is applied on behalf of this principal, even if the principal is gone. */
  scheduledBy: shortJson<Principal>(),
  /** The user who scheduled it is gone. */
  orphaned: boolean(),
  /** Position of the last event of toggles that was taken into account: later ones may fail the schedule. Null for schedules of earlier versions. */
  togglesPosition: bigInteger().nullable(),
});

export const requestCommentTable = table('request_comment', 'RequestComment', {
  requestId: integer().key(),
  /** Counts from 1 in each request. */
  id: integer().key(),
  text: longText(),
  createdByUserId: integer().nullable(),
  createdBy: text(255),
  createdAt: instant(),
});
