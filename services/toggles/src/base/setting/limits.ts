import { parse, setting } from '@signalbox/kit';

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
  'Most values that one segment may hold, over all of its constraints.',
);
export const strategySegments = setting('STRATEGY_SEGMENTS', '5', parse.integer(1, 1000), 'Most segments that one strategy may use.');
