import { type MetricsCount, nullable } from '@signalbox/contracts';
import { empty, type OpenContext, routeWith } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { Type, type Static } from 'typebox';
import type { SeenTokens } from '../token/seen-tokens.ts';
import {
  Count,
  countOf,
  environmentOfApplication,
  hourOf,
  InstanceId,
  isFeatureName,
  reportLimits,
  Name,
  onlyCounts,
  ReportedTime,
  readTime,
  ReportedDetails,
  ReportedEnvironment,
  StrategyNames,
  Variants,
} from './application.ts';
import { reportImpact, ReportedImpact } from './report-impact.ts';
import { registerClient } from './register-client.ts';

const Application = Type.Object({
  appName: Name,
  instanceId: InstanceId,
  sdkVersion: Type.Optional(Type.String({ maxLength: 255 })),
  environment: ReportedEnvironment,
  strategies: StrategyNames({ default: [] }),
  started: Type.Optional(ReportedTime),
  interval: Type.Number({ default: 0 }),
  ...ReportedDetails,
});

const Row = Type.Object({
  featureName: Type.String(),
  appName: Name,
  environment: Name,
  timestamp: ReportedTime,
  yes: Count,
  no: Count,
  variants: Variants,
});
type Row = Static<typeof Row>;

export const BulkMetrics = Type.Object({
  applications: Type.Array(Application, { maxItems: reportLimits.applications }),
  metrics: Type.Array(Row, { maxItems: reportLimits.features }),
  impactMetrics: ReportedImpact,
  /** Secrets of the tokens that the proxy's clients have used. */
  seenTokens: Type.Optional(nullable(Type.Array(Type.String(), { maxItems: reportLimits.tokens }))),
});

export interface CountingParts {
  readonly seenTokens: SeenTokens;
}

const bulkRoute = (path: string) =>
  routeWith<CountingParts>()(
    {
      method: 'post',
      path,
      summary: 'Report registrations and usage of several applications at once',
      permission: 'CLIENT',
      body: BulkMetrics,
      answers: { 202: empty },
      failures: [],
      ...onlyCounts,
    },
    ({ body: { seenTokens, ...counts } }, context) => {
      context.state.seenTokens.noteSecrets(seenTokens ?? []);
      return countBulkMetrics(context, counts);
    },
  );

export const countBulkMetricsRoute = bulkRoute('/api/client/metrics/bulk');
export const countEdgeMetricsRoute = bulkRoute('/edge/metrics');

/** Publishes the collected counts of a proxy. Drops rows of environments that the token does not cover. */
async function countBulkMetrics(
  context: OpenContext,
  { applications, metrics, impactMetrics }: Omit<Static<typeof BulkMetrics>, 'seenTokens'>,
): Promise<void> {
  const rows = metrics.map((row, index) => ({ ...row, hour: hourOf(readTime(row.timestamp, `metrics/${index}/timestamp`)) }));
  for (const { started = context.now().toISOString(), ...application } of applications)
    await registerClient(context, { ...application, started });
  const counts = new Map<string, MetricsCount>();
  for (const row of rows) if (counted(context, row)) add(countFor(counts, row, context), row);
  for (const count of counts.values()) context.count(count);
  reportImpact(context, impactMetrics, { environment: undefined, labels: {} });
}

const counted = ({ actor }: OpenContext, { environment, featureName, yes, no }: Row): boolean =>
  environmentOfApplication(actor, environment) === environment && isFeatureName(featureName) && yes + no > 0;

/** One count per application, environment and hour. */
function countFor(counts: Map<string, MetricsCount>, row: Row & { hour: string }, context: OpenContext): MetricsCount {
  const { appName, environment, hour } = row;
  const key = compositeKey(appName, environment, hour);
  const known = counts.get(key);
  if (known) return known;
  const count: MetricsCount = { ...countOf(context, { appName, environment }), kind: 'metrics', timestamp: hour, toggles: named() };
  counts.set(key, count);
  return count;
}

function add({ toggles }: MetricsCount, { featureName, yes, no, variants }: Row): void {
  const sum = (toggles[featureName] ??= { yes: 0, no: 0, variants: named() });
  sum.yes += yes;
  sum.no += no;
  for (const [variant, times] of Object.entries(variants ?? {})) sum.variants[variant] = (sum.variants[variant] ?? 0) + times;
}

/** Without a prototype: a feature may be called `constructor`. */
const named = <T>(): Record<string, T> => Object.create(null) as Record<string, T>;
