import { DateTime, type Freeze, occurrencesBetween } from '@signalbox/contracts';
import { type ReadContext, route, dayMs } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { badValue } from '../../base/input/bad-value.ts';
import { projectParams } from '../project/project.schema.ts';
import { listChangeRequestConfigurations } from './list-change-request-configurations.ts';

const maxDays = 100;

const Range = Type.Object({ from: DateTime, to: DateTime });

const FrozenPeriod = Type.Object({
  environment: Type.String(),
  name: Type.String(),
  start: DateTime,
  /** Exclusive. */
  end: DateTime,
});
type FrozenPeriod = Static<typeof FrozenPeriod>;

export const listFreezesRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/change-requests/config/freezes',
    summary: 'List all occurrences of the freezes of a project in at most 100 days, the earliest first',
    permission: 'authenticated',
    params: projectParams,
    query: Range,
    answers: { 200: Type.Object({ freezes: Type.Array(FrozenPeriod) }) },
    failures: ['NotFoundError', 'BadDataError'],
  },
  async ({ params, query }, { em }) => ({ freezes: await listFreezes(em, params.projectId, query) }),
);

async function listFreezes(em: ReadContext['em'], projectId: string, query: Static<typeof Range>): Promise<FrozenPeriod[]> {
  const [from, to] = [new Date(query.from), new Date(query.to)];
  if (from > to) throw badValue('to', `must not be before from (${query.from}); got ${query.to}`);
  if (to.getTime() - from.getTime() > maxDays * dayMs)
    throw badValue('to', `must be at most ${maxDays} days after from (${query.from}); got ${query.to}`);
  const configurations = await listChangeRequestConfigurations(em, projectId);
  return configurations
    .flatMap(({ environment, freezes = [] }) => freezes.flatMap((freeze) => periodsOf(environment, freeze, from, to)))
    .sort((one, other) => one.start.localeCompare(other.start));
}

const periodsOf = (environment: string, freeze: Freeze, from: Date, to: Date): FrozenPeriod[] =>
  occurrencesBetween(freeze, from, to).map(({ start, end }) => ({
    environment,
    name: freeze.name,
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
  }));
