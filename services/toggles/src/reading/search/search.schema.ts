import { DateTime, nullable } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import { Creator } from '../../feature/feature/creator.schema.ts';
import { EnteredStage } from '../../feature/feature/stage.ts';
import { FeatureItem } from '../feature/feature-item.schema.ts';
import { FeatureEnvironmentItem } from '../feature-index/indexed-feature.ts';
import { cleanupVerdicts } from '../../tables/cleanup.ts';
import { FeatureReach } from '../../feature/feature/feature.schema.ts';

const Choice = Type.Optional(Type.String({ pattern: '^(IS|IS_NOT|IS_ANY_OF|IS_NONE_OF):.*$' }));
const sets = 'INCLUDE|DO_NOT_INCLUDE|INCLUDE_ALL_OF|INCLUDE_ANY_OF|EXCLUDE_IF_ANY_OF|EXCLUDE_ALL';

const Truth = Type.Optional(Type.String({ pattern: '^IS:(true|false)$' }));
const Moment = Type.Optional(Type.String({ pattern: '^(IS_BEFORE|IS_ON_OR_AFTER):\\d{4}-\\d{2}-\\d{2}$' }));

/**
 * The parameters of the specification (endpoint 9). The patterns omit redundant repetitions, so that they match the same texts
 * without slow backtracking.
 */
export const Search = Type.Object({
  query: Type.Optional(Type.String()),
  project: Choice,
  state: Choice,
  type: Type.Optional(Type.Array(Type.String())),
  tag: Type.Optional(Type.String({ pattern: `^(${sets}):[^,:]+:[^,:]+(?:,[^,:]+:[^,:]+)*$` })),
  segment: Type.Optional(Type.String({ pattern: `^(${sets}):.*$` })),
  status: Type.Optional(Type.Array(Type.String({ pattern: '^[^:]*:(enabled|disabled)$' }))),
  offset: Type.Optional(Type.String()),
  limit: Type.Optional(Type.String()),
  sortBy: Type.Optional(Type.String()),
  sortOrder: Type.Optional(Type.String()),
  favoritesFirst: Type.Optional(Type.String()),
  createdAt: Moment,
  // Beyond the specification, mostly as in later versions of the reference.
  lastSeenAt: Moment,
  createdBy: Choice,
  owner: Choice,
  name: Choice,
  archived: Truth,
  lifecycle: Choice,
  favorite: Truth,
  changedAt: Moment,
  cleanup: Choice,
  reach: Type.Optional(
    Type.Array(
      Type.String({
        pattern: '^(?:[^:]*:)?(?:nobody|some|everybody)$',
        description:
          'Filters by reach: `production:everybody` in one environment, `everybody` in any. Several values are combined with OR.',
      }),
    ),
  ),
  with: Type.Optional(
    Type.String({
      pattern: '^(?:reach|usage|changed|cleanup)(?:,(?:reach|usage|changed|cleanup)){0,3}$',
      description: 'Additional properties of the results, separated by commas: `reach`, `usage`, `changed`, `cleanup`.',
    }),
  ),
});
export type Search = Static<typeof Search>;

/** Whether a feature can be removed. */
export const CleanupVerdict = Type.Enum([...cleanupVerdicts]);
export type CleanupVerdict = Static<typeof CleanupVerdict>;

/** Evaluations as on and off in the past 60 minutes. */
const HourOfUsage = Type.Object({ yes: Type.Integer(), no: Type.Integer() });

export const FoundFeature = Type.Object({
  ...FeatureItem.properties,
  project: Type.String(),
  archivedAt: nullable(DateTime),
  createdBy: nullable(Creator),
  lifecycle: EnteredStage,
  /** `parent` for a feature with children, `child` for one with a parent. */
  dependencyType: nullable(Type.Enum(['parent', 'child'])),
  environments: Type.Array(
    Type.Object({ ...FeatureEnvironmentItem.properties, ...HourOfUsage.properties, reach: Type.Optional(FeatureReach) }),
  ),
  /** Names of the segments of all its strategies in all environments, sorted. */
  segments: Type.Array(Type.String()),
  /** Evaluations in each of the last 24 hours across environments, the current hour last. */
  usage: Type.Optional(Type.Array(Type.Number())),
  /** The last change by a user; null if there is none. */
  changed: Type.Optional(nullable(Type.Object({ at: DateTime, by: Type.String() }))),
  /** The verdict on its removal at the last run of the job. */
  cleanup: Type.Optional(CleanupVerdict),
});
export type FoundFeature = Static<typeof FoundFeature>;
