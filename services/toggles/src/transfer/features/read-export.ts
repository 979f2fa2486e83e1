import type { FeatureStrategy, FeatureVariant, Tag } from '@signalbox/contracts';
import { type Context, type EntityManager } from '@signalbox/kit';
import type { Static } from 'typebox';
import { eachChunk } from '../../base/database/in-chunks.ts';
import { ContextField } from '../../vocabulary/context-field/context-field.ts';
import { serializeContextField } from '../../vocabulary/context-field/context-field.schema.ts';
import { FeatureDependency, serializeDependency } from '../../feature/dependency/feature-dependency.ts';
import { Feature, isArchived } from '../../feature/feature/feature.ts';
import { readLinks } from '../../feature/feature/feature-link.ts';
import { FeatureEnvironment } from '../../feature/feature/feature-environment.ts';
import { Segment } from '../../feature/segment/segment.ts';
import { exportedFeature } from '../../tables/feature.ts';
import { exportedSettings } from '../../tables/feature-parts.ts';
import { serializeStrategies, Strategy } from '../../feature/strategy/strategy.ts';
import { contentOfSafeguard } from '../../release/template/normalise-safeguard.ts';
import { contentOfPlan } from '../../release/plan/plan-content.ts';
import { ReleasePlan } from '../../release/plan/plan.ts';
import { EnvironmentSafeguards } from '../../release/safeguard/environment-safeguards.ts';
import { FeatureTag, readTags } from '../../feature/tag/feature-tag.ts';
import { serializeTagType, TagType } from '../../vocabulary/tag/tag-type.ts';
import type { ExportChoice, ExportData } from './transfer.schema.ts';

type Reading = Pick<Context, 'em' | 'access' | 'actor'>;
type OfFeatures = Pick<
  ExportData,
  'features' | 'featureStrategies' | 'featureEnvironments' | 'featureTags' | 'dependencies' | 'links' | 'releasePlans' | 'safeguards'
>;

const featuresAtOnce = 100;

/** Reads the export in chunks of features. */
export async function readExport(context: Reading, choice: ExportChoice): Promise<ExportData> {
  const { em } = context;
  const read: OfFeatures = {
    features: [],
    featureStrategies: [],
    featureEnvironments: [],
    featureTags: [],
    dependencies: [],
    links: [],
    releasePlans: [],
    safeguards: [],
  };
  const readChunk = async (chunk: Feature[]) => {
    await readOfFeatures(em, chunk, choice.environment, read);
    em.clear();
  };
  await eachChunk(await chosenFeatures(context, choice), readChunk, featuresAtOnce);
  return { ...read, ...(await readUsed(em, read)) };
}

/** Sorted by name. With a tag or names, includes archived features (reference, toggle side §16.8). */
async function chosenFeatures({ em, access, actor }: Reading, { features = [], tag, project }: ExportChoice): Promise<Feature[]> {
  const active = { archivedAt: null };
  const orderBy = { name: 'asc' } as const;
  const named = tag === undefined ? features : (await em.find(FeatureTag, { value: tag })).map(({ featureName }) => featureName);
  const byName = tag !== undefined || features.length > 0;
  const where = byName ? { name: { $in: [...new Set(named)] } } : project === undefined ? active : { ...active, project };
  const found = await em.find(Feature, where, { orderBy, disableIdentityMap: true });
  return found.filter((feature) => access.sees(actor, feature.project));
}

async function readOfFeatures(em: EntityManager, features: readonly Feature[], environment: string, read: OfFeatures): Promise<void> {
  const featureName = { $in: features.map(({ name }) => name) };
  const settings = await em.find(FeatureEnvironment, { featureName, environment }, { orderBy: { featureName: 'asc' } });
  const orderBy = { featureName: 'asc', sortOrder: 'asc', createdAt: 'asc', id: 'asc' } as const;
  const strategies = await em.find(Strategy, { featureName, environment }, { orderBy });
  const serialized = await serializeStrategies(em, strategies);
  const tags = await readTags(em, featureName.$in);
  const parents = await em.find(FeatureDependency, { child: featureName }, { orderBy: { child: 'asc' } });
  const links = await readLinks(em, featureName.$in);
  const plans = await em.find(ReleasePlan, { featureName, environment }, { orderBy: { featureName: 'asc' } });
  const guards = await em.find(EnvironmentSafeguards, { featureName, environment }, { orderBy: { featureName: 'asc' } });
  read.features.push(...features.map(serializeFeature));
  read.featureStrategies.push(...serialized.map((strategy, index) => ({ ...strategy, featureName: strategies[index]?.featureName ?? '' })));
  read.featureEnvironments.push(...settings.map(serializeSettings));
  read.featureTags.push(...features.flatMap(({ name }) => (tags.get(name) ?? []).map((tag) => serializeTagging(name, tag))));
  read.dependencies.push(...parents.map((parent) => ({ feature: parent.child, dependencies: [serializeDependency(parent)] })));
  read.links.push(...[...links].map(([feature, own]) => ({ feature, links: own.map(({ url, title }) => ({ url, title })) })));
  read.releasePlans.push(...plans.map((plan) => ({ featureName: plan.featureName, ...contentOfPlan(plan) })));
  read.safeguards.push(
    ...guards.flatMap(({ featureName: name, safeguards }) =>
      safeguards.map((safeguard) => ({ featureName: name, ...contentOfSafeguard(safeguard) })),
    ),
  );
}

const serializeFeature = (feature: Feature) => ({ ...exportedFeature.pick(feature), archived: isArchived(feature) });

/** `name` is the name of the feature, as imports require. */
const serializeSettings = (settings: FeatureEnvironment) => ({ name: settings.featureName, ...exportedSettings.pick(settings) });

const serializeTagging = (featureName: string, { type, value }: Tag) => ({
  featureName,
  tagType: type,
  tagValue: value,
  createdByUserId: null,
});

/** The context fields, segments and tag types that the exported features refer to. */
async function readUsed(em: EntityManager, read: OfFeatures): Promise<Pick<ExportData, 'contextFields' | 'segments' | 'tagTypes'>> {
  const orderBy = { name: 'asc' } as const;
  const fields = await em.find(ContextField, { name: { $in: [...usedFields(read)] } }, { orderBy });
  const ids = new Set(strategiesIn(read).flatMap(({ segments }) => segments));
  const segments = await em.find(Segment, { id: { $in: [...ids] } }, { orderBy: { id: 'asc' } });
  const types = await em.find(TagType, { name: { $in: [...new Set(read.featureTags.map(({ tagType }) => tagType))] } }, { orderBy });
  return {
    contextFields: fields.map(serializeContextField).map(({ managedBy: _set, createdAt: _createdAt, ...field }) => field),
    segments: segments.map(({ id, name }) => ({ id, name })),
    tagTypes: types.map(serializeTagType).map(({ managedBy: _set, ...type }) => type),
  };
}

/** In constraints, in the stickiness of strategies and variants, and in overrides. */
function usedFields(read: OfFeatures): Set<string> {
  const used = new Set<string>();
  for (const strategy of strategiesIn(read)) for (const name of fieldsOfStrategy(strategy)) used.add(name);
  for (const { variants } of read.featureEnvironments) for (const name of fieldsOfVariants(variants)) used.add(name);
  return used;
}

/** The strategies of features, and those of all milestones. */
const strategiesIn = ({ featureStrategies, releasePlans }: OfFeatures) => [
  ...featureStrategies,
  ...releasePlans.flatMap(({ milestones }) => milestones.flatMap(({ strategies }) => strategies)),
];

type Evaluated = Pick<Static<typeof FeatureStrategy>, 'constraints' | 'parameters' | 'variants'>;

/** The context fields that a strategy refers to. */
export const fieldsOfStrategy = ({ constraints = [], parameters = {}, variants = [] }: Partial<Evaluated>): string[] => [
  ...constraints.map(({ contextName }) => contextName),
  parameters['stickiness'] ?? 'default',
  ...fieldsOfVariants(variants),
];

/** The context fields that variants refer to. */
export const fieldsOfVariants = (variants: readonly FeatureVariant[]): string[] =>
  variants.flatMap(({ stickiness = 'default', overrides = [] }) => [stickiness, ...overrides.map(({ contextName }) => contextName)]);
