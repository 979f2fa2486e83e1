import { createHash } from 'node:crypto';
import { Agent, ChangeAction, DateTime, nullable, Snapshot } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import { states } from '../tables/change-request.ts';

export const requestParams = Type.Object({
  projectId: Type.String(),
  id: Type.Integer({ minimum: 1, maximum: 2_147_483_647, 'x-not-found': 'change request' }),
});

/** The displayed author of an action. */
export const ChangeAuthor = Type.Object({
  /** Null for an API token. */
  id: nullable(Type.Integer()),
  username: nullable(Type.String()),
  imageUrl: nullable(Type.String()),
});

const Reviewer = Type.Object({ id: Type.Integer(), username: Type.String(), imageUrl: Type.String() });

/** An approval or rejection. */
export const ReviewDecision = Type.Object({ createdBy: Reviewer, createdAt: DateTime });

/** A property whose current value differs from the one when the change was written, and from the proposed one. */
export const ChangeDifference = Type.Object({
  property: Type.String(),
  seen: Type.Unknown(),
  now: Type.Unknown(),
  proposed: Type.Unknown(),
});
export type ChangeDifference = Static<typeof ChangeDifference>;

const ConflictingRequest = Type.Object({ id: Type.Integer(), title: Type.String() });

/** Scheduled requests with the same subject as a change. */
export const ScheduleConflicts = Type.Object({ changeRequests: Type.Array(ConflictingRequest) });

export const ChangeItem = Type.Object({
  id: Type.Integer(),
  action: ChangeAction,
  /** Reason why the change cannot take effect, without a full stop; absent if it can. */
  conflict: Type.Optional(Type.String()),
  payload: Type.Unknown(),
  /**
   * Current values by property; for a closed request, the values when the change was written. Null or absent if the object
   * does not exist.
   */
  before: Type.Optional(Snapshot),
  createdBy: ChangeAuthor,
  createdAt: DateTime,
  /** A sentence that describes the change, without a full stop. */
  sentence: Type.Optional(Type.String()),
  /** Properties that others have changed since the change was written, and that it would overwrite. */
  differences: Type.Optional(Type.Array(ChangeDifference)),
  /** Other scheduled requests with the same subject, at most a hundred, next first. Absent if there are none. */
  scheduleConflicts: Type.Optional(ScheduleConflicts),
});

const FeatureChanges = Type.Object({
  name: Type.String(),
  /** Reason why none of the feature's changes can take effect, without a full stop; absent if they can. */
  conflict: Type.Optional(Type.String()),
  changes: Type.Array(ChangeItem),
  /** A default strategy that is added with the changes, so that the feature is not enabled without a strategy. */
  defaultChange: Type.Optional(Type.Object({ action: ChangeAction, payload: Type.Unknown() })),
});

export const ChangeRequestState = Type.Enum([...states]);

/** Time at which a request is applied. */
export const ScheduleShape = Type.Object({
  scheduledAt: DateTime,
  status: Type.Enum(['pending', 'failed']),
  /** Reason why the request was not applied, or cannot be applied as it is; null if none. */
  failureReason: nullable(Type.String()),
  scheduledBy: nullable(Type.String()),
  /** Set if the user who scheduled the request was deleted; it is applied anyway. */
  schedulerDeleted: Type.Optional(Type.Boolean()),
});

/** A change with the name of its segment or environment. */
export const NamedChangeItem = Type.Object({ name: Type.String(), ...ChangeItem.properties });

export const ChangeRequestShape = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  project: Type.String(),
  environment: Type.String(),
  state: ChangeRequestState,
  minApprovals: Type.Integer(),
  /**
   * Hash of the content. An approval with an outdated hash is refused. Lists omit it for requests last changed by a version
   * that did not store it.
   */
  contentHash: Type.Optional(Type.String()),
  features: Type.Array(FeatureChanges),
  segments: Type.Array(NamedChangeItem),
  /** Changes of the environment itself: of its protection. Absent if there are none. */
  environments: Type.Optional(Type.Array(NamedChangeItem)),
  approvals: Type.Array(ReviewDecision),
  rejections: Type.Array(ReviewDecision),
  comments: Type.Array(Type.Object({ id: Type.Integer(), text: Type.String(), createdBy: ChangeAuthor, createdAt: DateTime })),
  createdBy: ChangeAuthor,
  /** The agent that proposed it for its author. */
  via: Type.Optional(Agent),
  createdAt: DateTime,
  /** For direct writes: whether a review is still due. */
  review: Type.Optional(Type.Enum(['due', 'done'])),
  /** Set while the author has not given the reason of a direct write. */
  reasonDue: Type.Optional(Type.Literal(true)),
  /** Set once the payloads were dropped, some days after the request was cancelled or rejected; the event log has them. */
  payloadsDropped: Type.Optional(Type.Literal(true)),
  /** Hash of the plan that proposed exactly these changes. Absent for others, and after an edit. */
  planHash: Type.Optional(Type.String()),
  /**
   * Set if the changes affect protected environments of other projects: each of these projects has to approve by its own rules. The
   * approvals are those of all of them, in addition to `minApprovals`.
   */
  otherProjects: Type.Optional(
    Type.Object({
      projects: Type.Integer({ minimum: 1 }),
      environments: Type.Integer({ minimum: 1 }),
      requiredApprovals: Type.Integer({ minimum: 1 }),
    }),
  ),
  /** The active freeze of the environment, which prevents applications until it ends. */
  frozen: Type.Optional(Type.Object({ name: Type.String(), until: DateTime })),
  /** Set while the request is scheduled. */
  schedule: Type.Optional(ScheduleShape),
  /** Time of the last transition into each state. */
  stateTimestamps: Type.Partial(Type.Object(Object.fromEntries(states.map((state) => [state, DateTime])))),
});
export type ChangeRequestShape = Static<typeof ChangeRequestShape>;

export const serializeAuthor = (id: number | null | undefined, name: string) => ({
  id: id ?? null,
  username: name,
  imageUrl: imageUrlOf(name),
});

export const serializeDecision = ({ userId, userName, createdAt }: { userId: number; userName: string; createdAt: Date }) => ({
  createdBy: { id: userId, username: userName, imageUrl: imageUrlOf(userName) },
  createdAt: createdAt.toISOString(),
});

/** A Gravatar image for the name or email address. */
export function imageUrlOf(name: string): string {
  return `https://gravatar.com/avatar/${createHash('sha256').update(name).digest('hex')}?s=42&d=retro&r=g`;
}
