import { parse, type Setting, setting, type Settings } from '@signalbox/kit';
import { badValue, type Pointer } from '../input/bad-value.ts';

export const bulkLimitBytes = setting(
  'BULK_LIMIT_BYTES',
  '10485760',
  parse.integer(1024, 1_000_000_000),
  'Largest body of imports (10 MB).',
);
export const segmentValues = setting(
  'SEGMENT_VALUES',
  '1000',
  parse.integer(1, 1_000_000),
  'The maximum number of values in one segment, over all of its constraints.',
);
export const strategySegments = setting(
  'STRATEGY_SEGMENTS',
  '5',
  parse.integer(1, 1000),
  'The maximum number of segments that a strategy uses.',
);
export const featureLinks = setting('FEATURE_LINKS', '10', parse.integer(1, 1000), 'The maximum number of links of one feature.');
export const environmentStrategies = setting(
  'FEATURE_ENVIRONMENT_STRATEGIES',
  '30',
  parse.integer(1, 10_000),
  'The maximum number of strategies of a feature in one environment.',
);
export const strategyConstraints = setting(
  'STRATEGY_CONSTRAINTS',
  '30',
  parse.integer(1, 10_000),
  'The maximum number of constraints of a strategy.',
);
export const constraintValues = setting(
  'CONSTRAINT_VALUES',
  '250',
  parse.integer(1, 1_000_000),
  'The maximum number of values in one constraint of a strategy.',
);
export const listedNetworks = setting(
  'LISTED_NETWORKS',
  '1000',
  parse.integer(1, 1_000_000),
  'The maximum number of addresses and networks in one constraint, or in the strategy remoteAddress.',
);

export const usageApplications = setting(
  'USAGE_APPLICATIONS',
  '1000',
  parse.integer(1, 100_000),
  'Most applications that are counted by name in one hour and environment; those beyond count as one, `[other]`.',
);

/** The limits that are shown to consoles, by the names that they know. */
export const shownLimits = {
  constraintValues,
  constraints: strategyConstraints,
  featureEnvironmentStrategies: environmentStrategies,
  featureLinks,
  segmentValues,
  strategySegments,
} as const;

/** 400 for a list that is longer than it may be; the pointer names it. */
export function refuseTooMany(settings: Settings, limit: Setting<number>, length: number, pointer: Pointer): void {
  const max = settings.get(limit);
  if (length > max) throw badValue(pointer, `must have at most ${max} entries; got ${length}`);
}
