import { type MetricsCount, mapOf, nullable } from '@signalbox/contracts';
import type { OpenContext } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { reportImpact, ReportedImpact } from './report-impact.ts';
import {
  Count,
  countOf,
  detailsIn,
  hourOf,
  InstanceId,
  isFeatureName,
  reportLimits,
  Name,
  ReportedTime,
  readTime,
  ReportedDetails,
  ReportedEnvironment,
  reportRoutes,
  sdkOfRequest,
  Variants,
} from './application.ts';

/** Counts of a period. SDKs omit it, or send null, if a report has none. */
const Bucket = Type.Object({
  start: ReportedTime,
  stop: ReportedTime,
  toggles: mapOf(Type.Object({ yes: Count, no: Count, variants: Variants }), { maxProperties: reportLimits.features }),
});

export const Metrics = Type.Object({
  appName: Name,
  instanceId: InstanceId,
  environment: ReportedEnvironment,
  bucket: Type.Optional(nullable(Bucket)),
  impactMetrics: ReportedImpact,
  ...ReportedDetails,
});

export const [countMetricsRoute, countFrontendMetricsRoute, countProxyMetricsRoute] = reportRoutes(
  { path: '/metrics', summary: 'Report how often features were evaluated', body: Metrics },
  countMetrics,
);

/** Publishes an application's counts by hour. */
async function countMetrics(
  context: OpenContext,
  { appName, instanceId, environment, bucket, impactMetrics, ...report }: Static<typeof Metrics>,
): Promise<void> {
  reportImpact(context, impactMetrics, { environment, labels: { appName } });
  if (!bucket) return;
  readTime(bucket.start, 'bucket/start');
  const sdkVersion = sdkOfRequest(context);
  const sdkDetails = detailsIn(report);
  const count: MetricsCount = {
    ...countOf(context, { appName, instanceId, environment }),
    kind: 'metrics',
    ...(sdkVersion !== null && { sdkVersion }),
    ...(sdkDetails && { sdkDetails }),
    timestamp: hourOf(readTime(bucket.stop, 'bucket/stop')),
    toggles: countsIn(bucket.toggles),
  };
  context.count(count);
}

/** Omits zeros and invalid feature names: one bad entry does not affect the others. */
function countsIn(toggles: Static<typeof Bucket>['toggles']): MetricsCount['toggles'] {
  const counted = Object.entries(toggles).filter(([name, { yes, no }]) => yes + no > 0 && isFeatureName(name));
  return Object.fromEntries(
    counted.map(([name, { yes, no, variants }]) => [name, { yes: Number(yes), no: Number(no), variants: numbersIn(variants ?? {}) }]),
  );
}

const numbersIn = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Number(count)]));
