import { Total } from '@signalbox/contracts';
import { beginningOf, dayMs, type EntityManager, routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import { tablesOf } from '../../tables/tables.ts';
import { countTokens } from '../../project/environment/token-count.ts';
import { findProject } from '../../project/project/project.ts';
import { projectParams } from '../../project/project/project.schema.ts';
import { readProjectFeatures } from '../feature-index/read-index.ts';
import type { IndexState } from '../feature-index/index-state.ts';
import { healthOf, readStaleness, technicalDebtOf } from '../insight/health.ts';
import { readStageSummary, StageSummary } from '../insight/stage-summary.ts';
import type { DescribingContext } from './describe-project.ts';

/** A percentage, at the current time. */
export const CurrentShare = Type.Object({ current: Type.Integer() });

const ProjectStatus = Type.Object({
  resources: Type.Object({ members: Type.Integer(), apiTokens: Type.Integer(), segments: Type.Integer() }),
  activityCountByDate: Type.Array(Type.Object({ date: Type.String({ format: 'date' }), count: Type.Integer() })),
  health: CurrentShare,
  technicalDebt: CurrentShare,
  lifecycleSummary: StageSummary,
  staleFlags: Total,
});

export const getProjectStatusRoute = routeWith<IndexState>()(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/status',
    summary: 'Get the status of a project: resources, activity by day, health, and feature stages',
    permission: 'authenticated',
    params: projectParams,
    answers: { 200: ProjectStatus },
    failures: ['NotFoundError'],
  },
  ({ params }, context) => getProjectStatus(context, params.projectId),
);

/** Counts tokens for all projects in each project. */
async function getProjectStatus(context: DescribingContext, id: string) {
  const { em, access, now } = context;
  await findProject({ em }, id);
  const staleness = await readStaleness(em, await readProjectFeatures(context, id), now());
  const health = healthOf(staleness);
  const tokens = await countTokens(em, id);
  return {
    resources: {
      members: access.members(id).size,
      apiTokens: [...tokens.values()].reduce((total, count) => total + count, 0),
      segments: await countSegments(em, id),
    },
    activityCountByDate: await readActivity(em, id, beginningOf(dayMs, now().getTime()) - 365 * dayMs),
    health: { current: health },
    technicalDebt: { current: technicalDebtOf(health) },
    lifecycleSummary: await readStageSummary(em, id, now()),
    staleFlags: { total: staleness.staleCount + staleness.potentiallyStaleCount },
  };
}

async function countSegments(em: EntityManager, project: string): Promise<number> {
  const { count } = await tablesOf(em)
    .selectFrom('segment')
    .where('project_id', '=', project)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The days (UTC) with events, in ascending order. */
async function readActivity(em: EntityManager, project: string, since: number) {
  const days = await tablesOf(em)
    .selectFrom('project_activity')
    .where('project_id', '=', project)
    .where('day', '>=', since)
    .select(['day', 'events'])
    .orderBy('day')
    .execute();
  return days.map(({ day, events }) => ({ date: new Date(Number(day)).toISOString().slice(0, 10), count: Number(events) }));
}
