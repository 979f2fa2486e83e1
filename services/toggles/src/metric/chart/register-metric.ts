import { impactMetricTypes } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { mergeRows } from '@signalbox/table';
import { type Static, Type } from 'typebox';
import { refuseTooMany, maxImpactMetrics } from '../../base/setting/limits.ts';
import { tablesOf } from '../../tables/tables.ts';
import { everywhere } from '../store/admit-series.ts';
import { seriesId } from '../store/fold-impact.ts';

const RegisterMetric = Type.Object({
  name: Type.String({ maxLength: 100, pattern: '^[a-zA-Z_:][a-zA-Z0-9_:]*$' }),
  type: Type.Enum([...impactMetricTypes]),
  help: Type.Optional(Type.String({ maxLength: 255 })),
});

export const registerMetricRoute = route(
  {
    method: 'post',
    path: '/api/admin/impact-metrics/register',
    summary: 'Register an impact metric, so that charts and safeguards can use it before an application reports it',
    permission: 'UPDATE_APPLICATION',
    body: RegisterMetric,
    answers: { 202: empty },
    failures: ['BadDataError'],
    events: { none: 'because reports of applications register metrics too' },
  },
  ({ body }, context) => registerMetric(context, body),
);

async function registerMetric({ em, settings, now }: Context, { name, type, help = '' }: Static<typeof RegisterMetric>): Promise<void> {
  const known = await tablesOf(em).selectFrom('impact_series').where('environment', '=', everywhere).select('id').execute();
  const id = seriesId({ environment: everywhere, name, type, labels: {} });
  if (!known.some((series) => series.id === id)) refuseTooMany(settings, maxImpactMetrics, known.length + 1, { path: 'name' });
  const row = { id, environment: everywhere, name, type, help, labels: '{}', seen_at: now().getTime() };
  await mergeRows(em, 'impact_series', { key: ['id'], merge: { seen_at: 'max', help: 'replace' } }, [row]);
}
