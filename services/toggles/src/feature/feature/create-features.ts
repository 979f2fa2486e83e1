import { Failure, featureCreated } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import type { Pointer } from '../../base/input/bad-value.ts';
import { featureLinks } from '../../base/setting/limits.ts';
import { filledIn } from '../../project/project/link-template.ts';
import {
  findProject,
  type Project,
  projectEnvironmentNames,
  refuseBeyondLimit,
  refuseOutsidePattern,
} from '../../project/project/project.ts';
import { eventKeys, Feature, isArchived } from './feature.ts';
import { FeatureEnvironment } from './feature-environment.ts';
import { addLinks } from './feature-link.ts';
import { type CreateFeature, presentMetadata } from './feature.schema.ts';
import { refuseUnknownTypes } from '../../vocabulary/feature-type/feature-type.ts';

/** A feature that shall be. */
export interface FeatureInput {
  readonly input: Omit<CreateFeature, 'tags'>;
  /** Where it stands in what was sent, if it is one of many. */
  readonly pointer?: Pointer;
}

/**
 * Creates features, switched off in every environment of their project. The order of refusals is the wire's: name in
 * use, unknown project, naming pattern, limit (reference, toggle side §5.1).
 */
export async function createFeatures(context: Context, projectId: string, inputs: readonly FeatureInput[]): Promise<Feature[]> {
  if (inputs.length === 0) return [];
  const names = inputs.map(({ input }) => input.name);
  await refuseTakenNames(context, names);
  const project = await findProject(context, projectId);
  await refuseOutsidePattern(project, names);
  await refuseBeyondLimit(context, project, inputs.length);
  const features = await storeFeatures(context, project.id, inputs);
  for (const feature of features) context.publish(featureCreated, { ...eventKeys(feature), data: presentMetadata(feature) });
  await addLinksOfProject(context, project, features);
  return features;
}

/** Templates that became more than a feature may have, by another limit, are cut off there. */
async function addLinksOfProject(context: Context, { linkTemplates }: Project, features: readonly Feature[]): Promise<void> {
  const templates = (linkTemplates ?? []).slice(0, context.settings.get(featureLinks));
  if (templates.length === 0) return;
  const linksOf = ({ name, project }: Feature) =>
    templates.map((template) => ({ url: filledIn(template, project, name), title: template.title }));
  await addLinks(
    context,
    features.map((feature) => ({ feature, links: linksOf(feature) })),
  );
}

/** Writes the rows of features that may be there. */
export async function storeFeatures(context: Context, project: string, inputs: readonly FeatureInput[]): Promise<Feature[]> {
  await refuseUnknownTypes(
    context.em,
    inputs.map(({ input: { type = defaultType }, pointer }) => ({ type, pointer })),
  );
  const features = inputs.map((input) => createRow(context, project, input));
  await context.em.flush(); // Rows refer to each other by name alone, so the ORM cannot see that these come first.
  const environments = await projectEnvironmentNames(context.em, project);
  for (const { name: featureName } of features) {
    for (const environment of environments) {
      context.em.create(FeatureEnvironment, { featureName, environment, enabled: false, variants: [], lastSeenAt: null });
    }
  }
  return features;
}

const defaultType = 'release';

function createRow(context: Context, project: string, { input }: FeatureInput): Feature {
  return context.em.create(Feature, {
    name: input.name,
    project,
    type: input.type ?? defaultType,
    description: input.description || null,
    stale: input.stale ?? false,
    impressionData: input.impressionData ?? false,
    createdAt: context.now(),
    archivedAt: null,
    createdByUserId: context.actor.id,
    createdBy: context.actor.name,
    version: 0,
  });
}

/** Names of archived features are taken too. */
export async function refuseTakenNames({ em }: Pick<Context, 'em'>, names: readonly string[]): Promise<void> {
  const [taken] = await em.find(Feature, { name: { $in: [...names] } }, { orderBy: { name: 'asc' }, limit: 1 });
  if (!taken) return;
  const how = isArchived(taken) ? 'An archived feature' : 'A feature';
  throw new Failure('NameExistsError', `${how} with the name ${taken.name} exists already. Names are unique in the whole instance.`);
}
