import type { MetricsCount } from '@signalbox/contracts';
import { empty, type OpenContext, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { Count, environmentOfProgram, hourOf, InstanceId, isFeatureName, Name, ProgramTime, readTime } from './program.ts';

const Metrics = Type.Object({
  appName: Name,
  instanceId: InstanceId,
  environment: Type.Optional(Name),
  bucket: Type.Object({
    start: ProgramTime,
    stop: ProgramTime,
    toggles: Type.Record(
      Type.String(),
      Type.Object({ yes: Count, no: Count, variants: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), { default: {} }) }),
    ),
  }),
});

const metricsRoute = (path: string, permission: 'CLIENT' | 'FRONTEND', status: 200 | 202) =>
  route(
    {
      method: 'post',
      path,
      summary: 'Report how often features were asked for',
      permission,
      body: Metrics,
      answers: { [status]: empty },
      failures: [],
      events: { none: 'because counts travel apart from facts' },
      transaction: { none: 'because delivery has no database' },
    },
    ({ body }, context) => countMetrics(context, body),
  );

export const countMetricsRoutes = [
  metricsRoute('/api/client/metrics', 'CLIENT', 202),
  metricsRoute('/api/frontend/client/metrics', 'FRONTEND', 200),
  metricsRoute('/api/proxy/client/metrics', 'FRONTEND', 200),
];

/** Passes a program's counts on, by the hour. */
export async function countMetrics(
  context: OpenContext,
  { appName, instanceId, environment, bucket }: Static<typeof Metrics>,
): Promise<void> {
  readTime(bucket.start, 'bucket/start');
  const count: MetricsCount = {
    kind: 'metrics',
    appName,
    instanceId,
    environment: environmentOfProgram(context.actor, environment),
    timestamp: hourOf(readTime(bucket.stop, 'bucket/stop')),
    at: context.now().toISOString(),
    toggles: countsIn(bucket.toggles),
  };
  context.count(count);
}

/** Without zeros, and without what can never be a feature's name: one bad entry does not spoil the others. */
function countsIn(toggles: MetricsCount['toggles']): MetricsCount['toggles'] {
  const counted = Object.entries(toggles).filter(([name, { yes, no }]) => yes + no > 0 && isFeatureName(name));
  return Object.fromEntries(counted.map(([name, { yes, no, variants }]) => [name, { yes, no, variants }]));
}
