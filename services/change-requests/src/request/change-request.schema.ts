import { createHash } from 'node:crypto';
import { ChangeAction, DateTime, nullable, Snapshot } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import { states } from '../tables/change-request.ts';

export const requestParams = Type.Object({
  projectId: Type.String(),
  id: Type.Integer({ minimum: 1, maximum: 2_147_483_647, 'x-not-found': 'change request' }),
});

/** Who did something, as far as it is shown. */
export const ChangeAuthor = Type.Object({
  /** Null for an API token. */
  id: nullable(Type.Integer()),
  username: nullable(Type.String()),
  imageUrl: nullable(Type.String()),
});

const Reviewer = Type.Object({ id: Type.Integer(), username: Type.String(), imageUrl: Type.String() });

/** Somebody decided. */
export const ReviewDecision = Type.Object({ createdBy: Reviewer, createdAt: DateTime });

/** A property that has another value than it had when the change was written, and gets neither. */
export const ChangeDifference = Type.Object({
  property: Type.String(),
  seen: Type.Unknown(),
  now: Type.Unknown(),
  proposed: Type.Unknown(),
});
export type ChangeDifference = Static<typeof ChangeDifference>;

const ConflictingRequest = Type.Object({ id: Type.Integer(), title: Type.Optional(Type.String()) });

/** Requests that are scheduled and touch the same as a change. */
export const ScheduleConflicts = Type.Object({ changeRequests: Type.Array(ConflictingRequest) });

export const ChangeItem = Type.Object({
  id: Type.Integer(),
  action: ChangeAction,
  /** Why it cannot take effect, without a full stop. Absent if it can. */
  conflict: Type.Optional(Type.String()),
  payload: Type.Unknown(),
  /** What is there now, property by property; of a closed request, what was there when the change was written. Null or absent where nothing is. */
  before: Type.Optional(Snapshot),
  createdBy: ChangeAuthor,
  createdAt: DateTime,
  /** What it does in one sentence, without a full stop. */
  sentence: Type.Optional(Type.String()),
  /** What somebody else has changed since it was written, and it would write over. */
  differences: Type.Optional(Type.Array(ChangeDifference)),
  /** Other requests that are scheduled and touch the same, at most a hundred, those that are due first. Absent where there is none. */
  scheduleConflicts: Type.Optional(ScheduleConflicts),
});

const FeatureChanges = Type.Object({
  name: Type.String(),
  /** Why none of its changes can take effect, without a full stop. Absent if they can. */
  conflict: Type.Optional(Type.String()),
  changes: Type.Array(ChangeItem),
  /** What takes effect with them, so that the feature is not left on without a strategy. */
  defaultChange: Type.Optional(Type.Object({ action: ChangeAction, payload: Type.Unknown() })),
});

export const ChangeRequestState = Type.Enum([...states]);

/** When the clock applies a request. */
export const ScheduleShape = Type.Object({
  scheduledAt: DateTime,
  status: Type.Enum(['pending', 'failed']),
  /** Why it was not applied when its time had come, or never will be as it is; null while nothing is wrong. */
  failureReason: nullable(Type.String()),
  scheduledBy: nullable(Type.String()),
  /** There where the account of whoever has scheduled it was deleted since: it takes effect all the same. */
  schedulerDeleted: Type.Optional(Type.Boolean()),
});

export const ChangeRequestShape = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  project: Type.String(),
  environment: Type.String(),
  state: ChangeRequestState,
  minApprovals: Type.Integer(),
  /** Identifies the content: an approval that names it is refused once the changes are others. Lists leave it out for requests that were last changed by a version that did not store it. */
  contentHash: Type.Optional(Type.String()),
  features: Type.Array(FeatureChanges),
  segments: Type.Array(Type.Object({ name: Type.String(), ...ChangeItem.properties })),
  approvals: Type.Array(ReviewDecision),
  rejections: Type.Array(ReviewDecision),
  comments: Type.Array(Type.Object({ id: Type.Integer(), text: Type.String(), createdBy: ChangeAuthor, createdAt: DateTime })),
  createdBy: ChangeAuthor,
  createdAt: DateTime,
  /** There for what was written directly, before anybody approved: whether somebody still has to look at it. */
  review: Type.Optional(Type.Enum(['due', 'done'])),
  /** There while its author has not said yet why it was written directly. */
  reasonDue: Type.Optional(Type.Literal(true)),
  /** Present once the payloads were dropped, some days after the request was cancelled or rejected; the event log has them. */
  payloadsDropped: Type.Optional(Type.Literal(true)),
  /** The freeze that its environment is in: nothing is applied before it ends. */
  frozen: Type.Optional(Type.Object({ name: Type.String(), until: DateTime })),
  /** There while it is scheduled. */
  schedule: Type.Optional(ScheduleShape),
  /** When it last came into each state. */
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

/** The picture that Gravatar has for the name, which may be an e-mail address, or draws. */
export function imageUrlOf(name: string): string {
  return `https://gravatar.com/avatar/${createHash('sha256').update(name).digest('hex')}?s=42&d=retro&r=g`;
}
