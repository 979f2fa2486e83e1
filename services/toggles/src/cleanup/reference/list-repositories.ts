import { type EntityManager, route } from '@signalbox/kit';
import { findProject } from '../../project/project/project.ts';
import { projectParams } from '../../project/project/project.schema.ts';
import { instantOf, tablesOf } from '../../tables/tables.ts';
import { CodeRepositories } from './references.schema.ts';

export const listRepositoriesRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/code-references',
    summary: 'List the repositories whose code was scanned for features, with the last scan of each branch',
    permission: 'authenticated',
    agents: true,
    params: projectParams,
    answers: { 200: CodeRepositories },
    failures: ['NotFoundError'],
  },
  async ({ params }, context) => ({ repositories: await listRepositories(context.em, (await findProject(context, params.projectId)).id) }),
);

async function listRepositories(em: EntityManager, project: string) {
  const rows = await readBranches(em, project);
  return [...Map.groupBy(rows, ({ repository }) => repository)].map(([repository, own]) => ({
    repository,
    lastScan: instantOf(Math.max(...own.map((row) => Number(row.scanned_at)))),
    branches: own.map((row) => ({
      branch: row.branch,
      commit: row.commit_id,
      sequence: Number(row.sequence),
      scannedAt: instantOf(row.scanned_at),
      references: Number(row.references ?? 0),
      features: Number(row.features),
    })),
  }));
}

const readBranches = (em: EntityManager, project: string) =>
  tablesOf(em)
    .selectFrom('code_branch')
    .leftJoin('code_use', (join) => join.onRef('code_use.branch_id', '=', 'code_branch.id').on('code_use.location_count', '>', 0))
    .where('project_id', '=', project)
    .groupBy(['code_branch.id', 'repository', 'branch', 'commit_id', 'sequence', 'scanned_at'])
    .select(['repository', 'branch', 'commit_id', 'sequence', 'scanned_at'])
    .select(({ fn }) => [fn.sum<number | null>('location_count').as('references'), fn.count<number>('feature_name').as('features')])
    .orderBy('repository')
    .orderBy('branch')
    .execute();
