import { Failure, featureCreated } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { findProject, projectEnvironmentNames, refuseBeyondLimit, refuseOutsidePattern } from '../project/project.ts';
import { Feature, isArchived } from './feature.ts';
import { FeatureEnvironment } from './feature-environment.ts';
import { CreateFeature, FeatureMetadata, presentMetadata, projectParams } from './feature.schema.ts';
import { findFeatureType } from './feature-type.ts';

export const createFeatureRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/features',
    summary: 'Create a feature',
    permission: 'CREATE_FEATURE',
    scope: 'project of the path',
    params: projectParams,
    body: CreateFeature,
    answers: { 201: FeatureMetadata },
    failures: ['BadDataError', 'NameExistsError', 'PatternError', 'InvalidOperationError', 'NotFoundError'],
    events: [featureCreated],
  },
  async ({ params, body }, context) => presentMetadata(await createFeature(context, params.projectId, body)),
);

/**
 * Creates a feature, switched off in every environment of its project. The order of refusals is the wire's: name in
 * use, naming pattern, limit, unknown project (reference, toggle side §5.1).
 */
export async function createFeature(
  context: Context,
  projectId: string,
  input: CreateFeature,
  { stale = false }: { readonly stale?: boolean } = {},
): Promise<Feature> {
  await refuseTakenName(context, input.name);
  const project = await findProject(context, projectId);
  refuseOutsidePattern(project, input.name);
  await refuseBeyondLimit(context, project);
  const type = await findFeatureType(context.em, input.type ?? 'release');
  const feature = context.em.create(Feature, {
    name: input.name,
    project: project.id,
    type: type.id,
    description: input.description || null,
    stale,
    impressionData: input.impressionData ?? false,
    createdAt: context.now(),
    archivedAt: null,
    createdByUserId: context.actor.id,
    version: 0,
  });
  await context.em.flush(); // Rows refer to each other by name alone, so the ORM cannot see that this one comes first.
  for (const environment of await projectEnvironmentNames(context.em, project.id)) {
    context.em.create(FeatureEnvironment, { featureName: feature.name, environment, enabled: false, variants: [], lastSeenAt: null });
  }
  context.publish(featureCreated, { project: project.id, featureName: feature.name, data: presentMetadata(feature) });
  return feature;
}

/** Names of archived features are taken too. */
export async function refuseTakenName(context: Pick<Context, 'em'>, name: string): Promise<void> {
  const taken = await context.em.findOne(Feature, { name });
  if (!taken) return;
  const how = isArchived(taken) ? 'An archived feature' : 'A feature';
  throw new Failure('NameExistsError', `${how} with the name ${name} exists already. Names are unique in the whole instance.`);
}
