import { useAnswer } from '../../server/ask.ts';
import { type RangeName, usageRanges } from './usage-counts.ts';

const everyMs = 60_000;

/** Usage of a feature in all environments, refetched every minute. */
export const useUsage = (featureName: string, range: RangeName) =>
  useAnswer(
    'GET /api/admin/client-metrics/features/{featureName}/raw',
    { path: { featureName }, query: { hoursBack: String(usageRanges[range].hours) } },
    { everyMs },
  );
