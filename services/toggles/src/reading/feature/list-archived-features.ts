import { FeatureMetadata } from '@signalbox/contracts';
import { type ReadContext, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { findProject } from '../../project/project/project.ts';
import { projectParams } from '../../project/project/project.schema.ts';
import { serializeMetadata } from '../../feature/feature/feature.schema.ts';
import { describedFeature } from '../../tables/feature.ts';
import { dateOrNull, tablesOf } from '../../tables/tables.ts';

export const ArchivedFeatures = Type.Object({ version: Type.Literal(2), features: Type.Array(FeatureMetadata) });

export const listArchivedFeaturesRoute = route(
  {
    method: 'get',
    path: '/api/admin/archive/features',
    summary: 'List the archived features of all projects visible to the caller',
    permission: 'authenticated',
    answers: { 200: ArchivedFeatures },
    failures: [],
  },
  async (_input, context) => ({ version: 2 as const, features: await listArchivedFeatures(context) }),
);

export const listArchivedFeaturesOfProjectRoute = route(
  {
    method: 'get',
    path: '/api/admin/archive/features/:projectId',
    summary: 'List the archived features of a project',
    permission: 'authenticated',
    params: projectParams,
    answers: { 200: ArchivedFeatures },
    failures: ['NotFoundError'],
  },
  async ({ params }, context) => {
    await findProject(context, params.projectId);
    return { version: 2 as const, features: await listArchivedFeatures(context, params.projectId) };
  },
);

/** The archived features of one or all visible projects, the latest archived first. Executes one statement. */
async function listArchivedFeatures(
  { em, access, actor }: Pick<ReadContext, 'em' | 'access' | 'actor'>,
  projectId?: string,
): Promise<Static<typeof FeatureMetadata>[]> {
  const archived = tablesOf(em).selectFrom('feature').where('feature.archived_at', 'is not', null);
  const query = (projectId === undefined ? archived : archived.where('feature.project_id', '=', projectId))
    .select((feature) =>
      feature
        .selectFrom('feature_environment')
        .select(({ fn }) => fn.max('last_seen_at').as('seen'))
        .whereRef('feature_environment.feature_name', '=', 'feature.name')
        .as('seen'),
    )
    .orderBy('feature.archived_at', 'desc')
    .orderBy('feature.name');
  const visible = (await describedFeature.read(query)).filter(({ project }) => access.sees(actor, project));
  return visible.map(({ seen, ...feature }) => serializeMetadata(feature, dateOrNull(seen)));
}
