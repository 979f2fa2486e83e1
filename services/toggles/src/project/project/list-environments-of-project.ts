import { EnvironmentShape } from '@signalbox/contracts';
import { type EntityManager, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { DefaultStrategy } from './default-strategy.schema.ts';
import { projectParams } from './project.schema.ts';
import { findProject, ProjectEnvironment } from './project.ts';
import { tablesOf } from '../../tables/tables.ts';
import { Environment } from '../environment/environment.ts';
import { serializeEnvironment } from '../environment/environment.schema.ts';
import { countTokens } from '../environment/token-count.ts';

const EnvironmentOfProject = Type.Object({
  ...EnvironmentShape.properties,
  /** True if the project uses the environment. */
  visible: Type.Boolean(),
  projectApiTokenCount: Type.Integer(),
  projectEnabledToggleCount: Type.Integer(),
  defaultStrategy: Type.Optional(DefaultStrategy),
});

export const listEnvironmentsOfProjectRoute = route(
  {
    method: 'get',
    path: '/api/admin/environments/project/:projectId',
    summary: 'List all environments and how much a project uses each',
    permission: 'authenticated',
    params: projectParams,
    answers: { 200: Type.Object({ version: Type.Literal(1), environments: Type.Array(EnvironmentOfProject) }) },
    failures: ['NotFoundError'],
  },
  async ({ params }, { em }) => ({ version: 1 as const, environments: await listEnvironmentsOfProject(em, params.projectId) }),
);

/** Includes environments that the project does not use, so that users can add them. */
async function listEnvironmentsOfProject(em: EntityManager, projectId: string) {
  const project = await findProject({ em }, projectId);
  const environments = await em.find(Environment, {}, { orderBy: { sortOrder: 'asc', createdAt: 'asc', name: 'asc' } });
  const links = await em.find(ProjectEnvironment, { project: project.id });
  const strategies = new Map(links.map(({ environment, defaultStrategy }) => [environment, defaultStrategy ?? null]));
  const tokens = await countTokens(em, project.id);
  const counts = await countSwitchedOn(em, project.id);
  return environments.map((environment) => {
    const defaultStrategy = strategies.get(environment.name);
    return {
      ...serializeEnvironment(environment),
      visible: strategies.has(environment.name),
      projectApiTokenCount: tokens.get(environment.name) ?? 0,
      projectEnabledToggleCount: counts.get(environment.name) ?? 0,
      ...(defaultStrategy && { defaultStrategy }),
    };
  });
}

async function countSwitchedOn(em: EntityManager, project: string): Promise<Map<string, number>> {
  const rows = await tablesOf(em)
    .selectFrom('feature_environment')
    .innerJoin('feature', 'feature.name', 'feature_environment.feature_name')
    .where('feature.project_id', '=', project)
    .where('feature.archived_at', 'is', null)
    .where('feature_environment.enabled', '=', 1)
    .groupBy('feature_environment.environment')
    .select(({ fn }) => ['feature_environment.environment', fn.countAll<number>().as('features')])
    .execute();
  return new Map(rows.map(({ environment, features }) => [environment, Number(features)]));
}
