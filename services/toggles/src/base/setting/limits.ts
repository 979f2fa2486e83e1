import { parse, type Setting, setting, type Settings } from '@signalbox/kit';
import { badValue, type Pointer } from '../input/bad-value.ts';

export const segmentValues = setting(
  'SEGMENT_VALUES',
  '1000',
  parse.integer(1, 1_000_000),
  'Maximum number of values in one segment, across all its constraints.',
);
export const listIds = setting(
  'LIST_IDS',
  '100000',
  parse.integer(1, 10_000_000),
  'Maximum number of ids in a list that a segment uses (IN_LIST). Each process that evaluates needs 30 to 50 MB for a million ids.',
);
export const inlineListIds = setting(
  'INLINE_LIST_IDS',
  '1000',
  parse.integer(0, 1_000_000),
  'Maximum number of ids in a list that applications with local evaluation receive. They receive no enabled feature with a longer one, which only servers evaluate.',
);
export const listBytes = setting(
  'LIST_LIMIT_BYTES',
  '67108864',
  parse.integer(1024, 1_000_000_000),
  'Maximum size of an uploaded list of ids (64 MB).',
);
export const strategySegments = setting('STRATEGY_SEGMENTS', '5', parse.integer(1, 1000), 'Maximum number of segments per strategy.');
export const featureLinks = setting('FEATURE_LINKS', '10', parse.integer(1, 1000), 'Maximum number of links per feature.');
export const environmentStrategies = setting(
  'FEATURE_ENVIRONMENT_STRATEGIES',
  '30',
  parse.integer(1, 10_000),
  'Maximum number of strategies per feature and environment.',
);
export const strategyConstraints = setting(
  'STRATEGY_CONSTRAINTS',
  '30',
  parse.integer(1, 10_000),
  'Maximum number of constraints per strategy.',
);
export const constraintValues = setting(
  'CONSTRAINT_VALUES',
  '250',
  parse.integer(1, 1_000_000),
  'Maximum number of values per constraint.',
);
export const listedNetworks = setting(
  'LISTED_NETWORKS',
  '1000',
  parse.integer(1, 1_000_000),
  'Maximum number of addresses and networks in one constraint or one remoteAddress strategy.',
);

export const documentBytes = setting(
  'DOCUMENT_LIMIT_BYTES',
  '16777216',
  parse.integer(1024, 1_000_000_000),
  'Maximum size of the documents of a plan or a promotion (16 MB).',
);

export const metricFeatures = setting(
  'METRIC_FEATURES',
  '500',
  parse.integer(0, 100_000),
  'Maximum number of features with their own series in the metric signalbox_feature_evaluations_total, per process; the rest are counted as `[other]`. Each has two series per environment.',
);
export const usageApplications = setting(
  'USAGE_APPLICATIONS',
  '1000',
  parse.integer(1, 100_000),
  'Maximum number of applications counted by name per hour and environment; the rest are counted as `[other]`.',
);

export const cleanupQuietDays = setting(
  'CLEANUP_QUIET_DAYS',
  '14',
  parse.integer(0, 365),
  'Days without a request for a feature in any environment, or with one answer in production, after which it counts as unused.',
);

export const maxImpactMetrics = setting(
  'IMPACT_METRICS',
  '200',
  parse.integer(1, 10_000),
  'Maximum number of impact metrics per environment in a day; `[dropped]` counts the rest.',
);

export const maxImpactSeries = setting(
  'IMPACT_SERIES',
  '50',
  parse.integer(1, 10_000),
  'Maximum number of series per impact metric and environment in a day; `[dropped]` counts the rest.',
);

/** The limits that the console configuration contains, by their names there. */
export const shownLimits = {
  constraintValues,
  constraints: strategyConstraints,
  featureEnvironmentStrategies: environmentStrategies,
  featureLinks,
  segmentValues,
  strategySegments,
} as const;

/** Throws 400 for a list above the limit. The pointer names the list. */
export function refuseTooMany(settings: Settings, limit: Setting<number>, length: number, pointer: Pointer): void {
  const max = settings.get(limit);
  if (length > max) throw badValue(pointer, `must have at most ${max} entries; got ${length}`);
}

export const cleanupEnvironments = setting(
  'CLEANUP_ENVIRONMENT_TYPES',
  'production',
  parse.list,
  'Types of environments whose answers decide whether a feature can be removed. In a project without one of them, all environments decide.',
);
