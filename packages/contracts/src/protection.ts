import { Type, type Static } from 'typebox';
import { nullable, RowId } from './shapes.ts';

/** A local time without a zone, to the minute: `2026-12-24T18:00`. */
const LocalTime = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$', maxLength: 16 });

/** A period in which nothing is applied to a protected environment, and direct writes require a reason. */
export const Freeze = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    start: LocalTime,
    /** Exclusive. */
    end: LocalTime,
    /** Time zone of both, by its IANA name: `Europe/Oslo`. */
    timeZone: Type.String({ minLength: 1, maxLength: 100 }),
    repeats: Type.Enum(['never', 'daily', 'weekly', 'yearly']),
  },
  { additionalProperties: false },
);
export type Freeze = Static<typeof Freeze>;

/** Limit on the groups, and on the roles, of reviewers. */
export const maxReviewers = 20;

/** Users whose approvals count: holders of one of these roles in the project, or members of one of these groups. */
export const Reviewers = Type.Object(
  {
    groups: Type.Array(RowId, { maxItems: maxReviewers }),
    roles: Type.Array(RowId, { maxItems: maxReviewers }),
  },
  { additionalProperties: false },
);
export type Reviewers = Static<typeof Reviewers>;

/** The change request that proposed changes go to. */
export const proposalTarget = (byDefault: string) =>
  Type.String({
    pattern: '^(draft|new|[1-9][0-9]{0,8})$',
    description: `Where the changes go: \`draft\` (the caller’s newest draft, created if there is none), \`new\` (another draft), or the number of an open change request, whose approvals are removed. By default, ${byDefault}.`,
  });
/** The value of `proposalTarget`. */
export type ProposalTarget = Static<ReturnType<typeof proposalTarget>>;

/** Rules for changes to the features of an environment. */
export const Protection = Type.Object({
  requiredApprovals: Type.Integer({ minimum: 1, maximum: 10 }),
  /** True if authors may approve their own proposals. */
  selfApproval: Type.Boolean(),
  /** Null: everyone with APPROVE_CHANGE_REQUEST there. */
  reviewers: nullable(Reviewers),
  /** Share of evaluated contexts (0 to 1) with a changed result, above which one more approval is required. Null for none. */
  secondApprovalAbove: nullable(Type.Number({ minimum: 0, maximum: 1 })),
  freezes: Type.Array(Freeze, { maxItems: 20 }),
  /** True if direct writes (SKIP_CHANGE_REQUEST) require a reason. */
  reasonRequired: Type.Boolean(),
  /** True if contexts from applications are sampled there, in memory and for an hour, to estimate impact. Absent: false. */
  recentContexts: Type.Optional(Type.Boolean()),
});
export type Protection = Static<typeof Protection>;
