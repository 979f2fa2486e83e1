import { type EntityManager, type ReadContext, route } from '@signalbox/kit';
import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import { findProject } from '../../project/project/project.ts';
import { projectParams } from '../../project/project/project.schema.ts';
import { tablesOf } from '../../tables/tables.ts';
import { assessFeatures } from './assess-features.ts';
import { CleanupVerdict } from '../../reading/search/search.schema.ts';
import { Cleanup } from './cleanup.schema.ts';

const maxPerPage = 100;

const Page = Type.Object({
  verdict: Type.Optional(CleanupVerdict),
  snoozed: Type.Optional(Type.Boolean({ description: 'True for features that a user decided to keep for a time.' })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000, default: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxPerPage, default: maxPerPage })),
});
type Page = Static<typeof Page>;

const CleanupPage = Type.Object({
  total: Type.Integer(),
  /** The active features of the project by verdict. */
  counts: Type.Array(Type.Object({ verdict: CleanupVerdict, features: Type.Integer() })),
  /** The number of features that a user decided to keep for a time. */
  snoozed: Type.Integer(),
  features: Type.Array(Cleanup),
});

export const listCleanupRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/cleanup',
    summary: 'List active features of a project with the verdicts on their removal; selected by the verdict of the last run',
    permission: 'authenticated',
    agents: true,
    params: projectParams,
    query: Page,
    answers: { 200: CleanupPage },
    failures: ['NotFoundError'],
  },
  async ({ params, query }, context) => listCleanup(context, (await findProject(context, params.projectId)).id, query),
);

async function listCleanup(context: ReadContext, project: string, { verdict, snoozed = false, offset = 0, limit = maxPerPage }: Page) {
  const { em, now } = context;
  const active = activeFeatures(em, project, now());
  const ofVerdict = verdict === undefined ? active : active.where(judgedAs, '=', verdict);
  const selected = snoozed ? ofVerdict.where('until_at', 'is not', null) : ofVerdict;
  const rows = await selected.select('name').orderBy('name').limit(limit).offset(offset).execute();
  const { total } = await selected.select(countOfAll).executeTakeFirstOrThrow();
  const counts = await active
    .groupBy(judgedAs)
    .select([judgedAs.as('verdict'), countOfAll])
    .orderBy('verdict')
    .execute();
  const snoozes = await active.where('until_at', 'is not', null).select(countOfAll).executeTakeFirstOrThrow();
  return {
    total: Number(total),
    counts: counts.map((row) => ({ verdict: row.verdict, features: Number(row.total) })),
    snoozed: Number(snoozes.total),
    features: await assessFeatures(
      context,
      project,
      rows.map(({ name }) => name),
    ),
  };
}

/** The verdict of the last run. A feature that was not judged yet is kept. */
const judgedAs = sql<CleanupVerdict>`coalesce(verdict, 'keep')`;
const countOfAll = sql<number>`count(*)`.as('total');

const activeFeatures = (em: EntityManager, project: string, now: Date) =>
  tablesOf(em)
    .selectFrom('feature')
    .leftJoin('feature_verdict', 'feature_verdict.feature_name', 'feature.name')
    .leftJoin('feature_snooze', (join) => join.onRef('feature_snooze.feature_name', '=', 'feature.name').on('until_at', '>', now.getTime()))
    .where('project_id', '=', project)
    .where('archived_at', 'is', null);
