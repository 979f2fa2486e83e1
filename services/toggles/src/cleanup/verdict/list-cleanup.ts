import { type ReadContext, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { findProject } from '../../project/project/project.ts';
import { projectParams } from '../../project/project/project.schema.ts';
import { tablesOf } from '../../tables/tables.ts';
import { assessFeatures } from './assess-features.ts';
import { Cleanup, CleanupVerdict } from './cleanup.schema.ts';

const maxPerPage = 100;

const Page = Type.Object({
  verdict: Type.Optional(CleanupVerdict),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000, default: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxPerPage, default: maxPerPage })),
});
type Page = Static<typeof Page>;

export const listCleanupRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/cleanup',
    summary: 'List active features of a project with the verdicts on their removal; selected by the verdict of the last hourly run',
    permission: 'authenticated',
    agents: true,
    params: projectParams,
    query: Page,
    answers: { 200: Type.Object({ total: Type.Integer(), features: Type.Array(Cleanup) }) },
    failures: ['NotFoundError'],
  },
  async ({ params, query }, context) => listCleanup(context, (await findProject(context, params.projectId)).id, query),
);

async function listCleanup(context: ReadContext, project: string, { verdict, offset = 0, limit = maxPerPage }: Page) {
  const all = tablesOf(context.em)
    .selectFrom('feature')
    .leftJoin('feature_verdict', 'feature_verdict.feature_name', 'feature.name')
    .where('project_id', '=', project)
    .where('archived_at', 'is', null);
  const isSelected = verdict === 'keep' ? all.where((row) => row.or([row('verdict', '=', 'keep'), row('verdict', 'is', null)])) : all;
  const selected = verdict === undefined || verdict === 'keep' ? isSelected : all.where('verdict', '=', verdict);
  const rows = await selected.select('name').orderBy('name').limit(limit).offset(offset).execute();
  const { total } = await selected.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const names = rows.map(({ name }) => name);
  return { total: Number(total), features: await assessFeatures(context, project, names) };
}
