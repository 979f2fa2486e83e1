import { Type, type Static } from 'typebox';
import { nullable } from './shapes.ts';

/** A local time without a zone, to the minute: `2026-12-24T18:00`. */
const LocalTime = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$' });

/** A time in which a protected environment rests: nothing is applied, and whoever writes directly gives a reason. */
export const Freeze = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    start: LocalTime,
    /** Exclusive. */
    end: LocalTime,
    /** The zone of both, as the IANA database calls it: `Europe/Oslo`. */
    timeZone: Type.String({ minLength: 1, maxLength: 100 }),
    repeats: Type.Enum(['never', 'daily', 'weekly', 'yearly']),
  },
  { additionalProperties: false },
);
export type Freeze = Static<typeof Freeze>;

/** Whose approvals count: holders of one of these roles in the project, or members of one of these groups. */
export const Reviewers = Type.Object(
  {
    groups: Type.Array(Type.Integer(), { maxItems: 20 }),
    roles: Type.Array(Type.Integer(), { maxItems: 20 }),
  },
  { additionalProperties: false },
);
export type Reviewers = Static<typeof Reviewers>;

/** What an environment of a project demands of changes to its features. */
export const Protection = Type.Object({
  requiredApprovals: Type.Integer({ minimum: 1, maximum: 10 }),
  /** Whether authors may approve what they propose. */
  selfApproval: Type.Boolean(),
  /** Null: everybody who holds APPROVE_CHANGE_REQUEST there. */
  reviewers: nullable(Reviewers),
  /** The share of evaluated contexts, 0 to 1, above which one more approval is needed when they get another answer; null for none. */
  secondApprovalAbove: nullable(Type.Number({ minimum: 0, maximum: 1 })),
  freezes: Type.Array(Freeze, { maxItems: 20 }),
  /** Whether who writes directly, by SKIP_CHANGE_REQUEST, has to say why. */
  reasonRequired: Type.Boolean(),
  /** Whether contexts that applications ask for are sampled there, in memory and for an hour, so that impact tells of them. Absent: no. */
  recentContexts: Type.Optional(Type.Boolean()),
});
export type Protection = Static<typeof Protection>;
