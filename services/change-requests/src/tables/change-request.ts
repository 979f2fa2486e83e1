import type { Agent, Principal } from '@signalbox/contracts';
import { bigInteger, boolean, fixedText, instant, integer, json, longText, shortJson, table, text } from '@signalbox/table';

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
  /** True while it is the author's open request in the environment; null otherwise. */
  active: boolean().nullable(),
  state: text(20).as<State>(),
  /** The title that a user or a reason gave it; null if there is none. */
  title: text(255).nullable(),
  /** `defaultTitle` as of the last edit; null until then, and without changes. */
  contentTitle: text(255).nullable(),
  /** Required by the environment when the request was created. */
  minApprovals: integer(),
  /** Protected environments of other projects that its changes affect, as of the last edit or move; null if there are none. */
  elsewhere: shortJson<{ readonly project: string; readonly environment: string }[]>().nullable(),
  createdByUserId: integer().nullable(),
  createdBy: text(255),
  /** The agent that proposed it for its author; null if none did. */
  via: shortJson<Agent>().nullable(),
  createdAt: instant(),
  /** Time of the last transition into each state. */
  stateTimestamps: shortJson<Partial<Record<State, string>>>(),
  lastCommentId: integer(),
  /** Number of attempts to apply it. */
  attempt: integer(),
  /** Start time and actor of a running application, which prevents others; null otherwise. */
  applyingSince: instant().nullable(),
  applyingActor: shortJson<Principal>().nullable(),
  /** True if its schedule applies it, rather than a user. */
  applyingByClock: boolean(),
  /** The direct write that it records, by `bypassKey`; null for a proposal. */
  bypass: fixedText(64).nullable(),
  /** Review of a direct write; null for a proposal. */
  review: text(10).as<'due' | 'done'>().nullable(),
  /** `principalKey` of everyone who added, edited or removed a change. */
  shapedBy: json<string[]>().nullable(),
  /** `contentHash` as of the last edit or move; null until then. */
  contentHash: fixedText(64).nullable(),
  /** Size of the payloads of its changes; null like the hash. */
  payloadBytes: integer().nullable(),
  /** Hash of the plan that proposed it, until somebody edits it; null for all others. */
  planHash: fixedText(64).nullable(),
  /** True once its payloads were dropped, some time after it was cancelled or rejected. */
  payloadsDropped: boolean().default(false),
});

export const requestScheduleTable = table('request_schedule', 'RequestSchedule', {
  requestId: integer().key(),
  scheduledAt: instant(),
  status: text(10).as<'pending' | 'failed'>(),
  failureReason: longText().nullable(),
  /** Applied on behalf of this principal, even if its account is deleted. */
  scheduledBy: shortJson<Principal>(),
  /** True if the user who scheduled it was deleted. */
  orphaned: boolean(),
  /**
   * Position of the last event of toggles that was taken into account: later ones may fail the schedule. Null for schedules of earlier
   * versions.
   */
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

export class RequestComment extends requestCommentTable.entity.class {}
requestCommentTable.entity.setClass(RequestComment);
