import { DateTime, FeatureSnooze, nullable, OnlyAnswer } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import { CleanupVerdict } from '../../reading/search/search.schema.ts';

const Reason = Type.Object({
  code: Type.Enum(['constant', 'over-lifetime', 'not-requested', 'never-requested', 'no-code', 'completed', 'stale', 'date-passed']),
  since: DateTime,
  environment: Type.Optional(Type.String()),
  evidence: Type.String(),
});
export type Reason = Static<typeof Reason>;

const Blocker = Type.Object({
  code: Type.Enum(['children', 'change-request', 'release-plan', 'permanent', 'snoozed']),
  environment: Type.Optional(Type.String()),
  evidence: Type.String(),
});
export type Blocker = Static<typeof Blocker>;

/** Whether a feature can be removed, and why. */
export const Cleanup = Type.Object({
  feature: Type.String(),
  verdict: CleanupVerdict,
  /** Null unless all environments of production have the same only answer. */
  winner: nullable(OnlyAnswer),
  winnerSince: nullable(DateTime),
  reasons: Type.Array(Reason),
  blockers: Type.Array(Blocker),
  snooze: nullable(FeatureSnooze),
  references: Type.Object({
    /** Scanned repositories of the project, and the references in all of them. */
    repositories: Type.Integer(),
    count: Type.Integer(),
    lastScan: nullable(DateTime),
  }),
  /** The order in which to remove a feature: code first, so that no application asks for a missing one. */
  order: Type.Array(Type.Enum(['code', 'deploy', 'archive'])),
});
export type Cleanup = Static<typeof Cleanup>;
