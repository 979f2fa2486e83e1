import { Failure, featureCreated } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { atOnce, compiled, deferred } from '@signalbox/table';
import type { Kysely } from 'kysely';
import type { Tables } from '../../tables/tables.ts';
import type { Pointer } from '../../base/input/bad-value.ts';
import { featureLinks } from '../../base/setting/limits.ts';
import { filledIn } from '../../project/project/link-template.ts';
import { type ProjectRules, readProjectRules, refuseBeyondLimit, refuseOutsidePattern } from '../../project/project/project.ts';
import { describedFeature, initialFeature, writtenFeature } from '../../tables/feature.ts';
import { eventKeys, firstVersion, type NamedFeature } from './feature.ts';
import { addLinks } from './feature-link.ts';
import { type CreateFeature, type DescribedFeature, serializeMetadata } from './feature.schema.ts';
import { readKnownTypes, refuseOtherTypes } from '../../vocabulary/feature-type/feature-type.ts';

export interface FeatureInput {
  readonly input: Omit<CreateFeature, 'tags'>;
  /** The set of documents that creates it. */
  readonly managedBy?: string;
  /** Its age, if it is older than the request. */
  readonly createdAt?: Date;
  /** Its location in the request, if there are several. */
  readonly pointer?: Pointer;
}

/**
 * Creates features, switched off in every environment of their project. The order of refusals is part of the API: name in use,
 * unknown project, naming pattern, limit (reference, toggle side §5.1).
 */
export async function createFeatures(context: Context, projectId: string, inputs: readonly FeatureInput[]): Promise<DescribedFeature[]> {
  if (inputs.length === 0) return [];
  const names = inputs.map(({ input }) => input.name);
  const [, project, types] = await atOnce(
    refuseTakenNames(context, names),
    readProjectRules(context, projectId),
    readTypesOf(context, inputs),
  );
  await refuseOutsidePattern(project, names);
  await refuseBeyondLimit(context, project, inputs.length);
  const features = await storeFeatures(context, project.id, inputs, types);
  for (const feature of features) context.publish(featureCreated, { ...eventKeys(feature), data: serializeMetadata(feature) });
  await addLinksOfProject(context, project, features);
  return features;
}

/** Drops templates above the limit of links per feature, which may have been lowered since. */
async function addLinksOfProject(context: Context, { linkTemplates }: ProjectRules, features: readonly NamedFeature[]): Promise<void> {
  const templates = (linkTemplates ?? []).slice(0, context.settings.get(featureLinks));
  if (templates.length === 0) return;
  const linksOf = ({ name, project }: NamedFeature) =>
    templates.map((template) => ({ url: filledIn(template, project, name), title: template.title }));
  await addLinks(
    context,
    features.map((feature) => ({ feature, links: linksOf(feature) })),
  );
}

/** The known types among those of the features. */
export const readTypesOf = ({ em }: Context, inputs: readonly FeatureInput[]): Promise<ReadonlySet<string>> =>
  readKnownTypes(em, inputs.map(typed));

const typed = ({ input: { type = initialFeature.type }, pointer }: FeatureInput) => ({ type, pointer });

/** Stores the rows of features that passed all other checks. Throws 400 for a type that is not known. */
export async function storeFeatures(
  context: Context,
  project: string,
  inputs: readonly FeatureInput[],
  types: ReadonlySet<string>,
): Promise<DescribedFeature[]> {
  refuseOtherTypes(types, inputs.map(typed));
  const features = inputs.map((input) => featureOf(context, project, input));
  const rows = features.map((feature) => rowOf(context, feature));
  await insertFeatures(context.em, rows);
  const names = features.map(({ name }) => name);
  await insertSettings(context.em, project, names);
  return features;
}

const insertFeatures = deferred((db: Kysely<Tables>, rows: readonly ReturnType<typeof rowOf>[]) => db.insertInto('feature').values(rows));

/**
 * Disabled settings in each environment of the project. The rows refer to the project's environments, so these cannot change
 * concurrently.
 */
const insertSettings = deferred((db: Kysely<Tables>, project: string, names: readonly string[]) =>
  db
    .insertInto('feature_environment')
    .columns(['feature_name', 'environment', 'enabled', 'variants', 'strategy_count', 'enabled_strategy_count'])
    .expression((insert) =>
      insert
        .selectFrom('feature')
        .innerJoin('project_environment', 'project_environment.project_id', 'feature.project_id')
        .where('feature.project_id', '=', project)
        .where('feature.name', 'in', names)
        .select((of) => [
          'feature.name',
          'project_environment.environment',
          of.lit(0).as('enabled'),
          of.val('[]').as('variants'),
          of.lit(0).as('strategies'),
          of.lit(0).as('enabled_strategies'),
        ]),
    ),
);

const featureOf = (context: Context, project: string, { input: { name, ...input }, managedBy, createdAt }: FeatureInput) => ({
  name,
  project,
  ...initialFeature,
  ...writtenFeature.given(input),
  managedBy: managedBy ?? null,
  createdAt: createdAt ?? context.now(),
  archivedAt: null,
});

const rowOf = ({ actor }: Context, feature: ReturnType<typeof featureOf>) => ({
  ...describedFeature.encode(feature),
  created_by_user_id: actor.id,
  created_by: actor.name,
  version: firstVersion,
});

/** Names of archived features are taken too. */
export async function refuseTakenNames({ em }: Pick<Context, 'em'>, names: readonly string[]): Promise<void> {
  const [taken] = (await takenOf(em, names)).rows;
  if (!taken) return;
  const how = taken.archived_at === null ? 'A feature' : 'An archived feature';
  throw new Failure('NameExistsError', `${how} named ${taken.name} already exists. Feature names are unique across the instance.`);
}

const takenOf = compiled((db: Kysely<Tables>, names: readonly string[]) =>
  db.selectFrom('feature').select(['name', 'archived_at']).where('name', 'in', names).orderBy('name').limit(1),
);
