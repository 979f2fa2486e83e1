import { compareTexts, type EntityManager } from '@signalbox/kit';
import { eachChunk } from '../../base/database/in-chunks.ts';
import { Environment } from '../../project/environment/environment.ts';
import { serializeEnvironment } from '../../project/environment/environment.schema.ts';
import { Feature } from '../../feature/feature/feature.ts';
import { FeatureEnvironment } from '../../feature/feature/feature-environment.ts';
import { Project, ProjectEnvironment } from '../../project/project/project.ts';
import { Segment } from '../../feature/segment/segment.ts';
import { type ReadStrategy, readStrategies } from '../../feature/strategy/strategy.ts';
import { StrategyDefinition } from '../../vocabulary/strategy-definition/strategy-definition.ts';
import { readTags } from '../../feature/tag/feature-tag.ts';
import { listTags } from '../../vocabulary/tag/list-tags.ts';
import { serializeTagType, TagType } from '../../vocabulary/tag/tag-type.ts';
import { exportedFeature } from '../../tables/feature.ts';
import { exportedSettings } from '../../tables/feature-parts.ts';
import { exportedSegment } from '../../tables/segment.ts';
import type { ReadState } from './state.schema.ts';
import { serializeStrategyDefinition } from '../../vocabulary/strategy-definition/strategy-definition.schema.ts';

/** The sections of a state. An import does not change a missing section, but clears an empty one. */
export interface Sections {
  readonly strategies: boolean;
  readonly featureToggles: boolean;
  readonly projects: boolean;
  readonly tags: boolean;
  readonly environments: boolean;
}

/**
 * Reads the state of the instance. Leaves out archived features with everything that belongs to them, because an import would
 * make them active. Reads references before their targets, so that concurrently created targets are not missing.
 */
export async function readState(em: EntityManager, sections: Sections): Promise<ReadState> {
  const features = sections.featureToggles || sections.tags ? await activeFeatures(em) : [];
  const ofFeatures = sections.featureToggles ? await readFeatures(em, features) : {};
  const ofTags = sections.tags ? await readTagSections(em, features) : {};
  return {
    version: 4,
    ...(sections.strategies && { strategies: await readDefinitions(em) }),
    ...ofFeatures,
    ...ofTags,
    ...(sections.projects && { projects: await readProjects(em) }),
    ...(sections.environments && { environments: await readEnvironments(em) }),
  };
}

const activeFeatures = (em: EntityManager): Promise<Feature[]> =>
  em.find(Feature, { archivedAt: null }, { orderBy: { name: 'asc' }, disableIdentityMap: true });

const featuresAtOnce = 100;

async function readInChunks(em: EntityManager, features: readonly Feature[], read: (names: string[]) => Promise<void>): Promise<void> {
  const readChunk = async (chunk: Feature[]) => {
    await read(chunk.map(({ name }) => name));
    em.clear();
  };
  await eachChunk(features, readChunk, featuresAtOnce);
}

type OfFeatures = Required<
  Pick<ReadState, 'features' | 'featureStrategies' | 'featureEnvironments' | 'featureStrategySegments' | 'segments'>
>;

async function readFeatures(em: EntityManager, features: readonly Feature[]): Promise<OfFeatures> {
  const read: Omit<OfFeatures, 'segments'> = {
    features: features.map((feature) => ({ ...exportedFeature.pick(feature), createdAt: feature.createdAt.toISOString() })),
    featureStrategies: [],
    featureEnvironments: [],
    featureStrategySegments: [],
  };
  await readInChunks(em, features, async (names) => {
    const strategies = (await readStrategies(em, names)).toSorted(byFeatureAndEnvironment);
    const orderBy = { featureName: 'asc', environment: 'asc' } as const;
    const settings = await em.find(FeatureEnvironment, { featureName: { $in: names } }, { orderBy });
    read.featureStrategies.push(
      ...strategies.map(({ segments: _segments, milestoneId: _milestoneId, key, ...strategy }) => ({
        ...strategy,
        ...(key && { key }),
        title: strategy.title ?? null,
      })),
    );
    read.featureStrategySegments.push(...strategies.flatMap(linksOf));
    read.featureEnvironments.push(...settings.map(serializeSettings));
  });
  const segments = await em.find(Segment, {}, { orderBy: { id: 'asc' } });
  return { ...read, segments: segments.map((segment) => exportedSegment.pick(segment)) };
}

/** Keeps the order of evaluation within a feature and environment. */
const byFeatureAndEnvironment = (left: ReadStrategy, right: ReadStrategy): number =>
  compareTexts(left.featureName, right.featureName) || compareTexts(left.environment, right.environment);

const linksOf = ({ id, segments }: ReadStrategy) => segments.map((segmentId) => ({ segmentId, featureStrategyId: id }));

const serializeSettings = (settings: FeatureEnvironment) => ({ name: settings.environment, ...exportedSettings.pick(settings) });

type OfTags = Required<Pick<ReadState, 'tagTypes' | 'tags' | 'featureTags'>>;

async function readTagSections(em: EntityManager, features: readonly Feature[]): Promise<OfTags> {
  const featureTags: OfTags['featureTags'] = [];
  await readInChunks(em, features, async (names) => {
    const tagsOf = await readTags(em, names);
    for (const featureName of names) {
      const tags = tagsOf.get(featureName) ?? [];
      featureTags.push(...tags.map(({ type, value }) => ({ featureName, tagType: type, tagValue: value })));
    }
  });
  const tags = await listTags(em, {});
  const types = await em.find(TagType, {}, { orderBy: { name: 'asc' } });
  return { tagTypes: types.map(serializeTagType).map(withoutSet), tags, featureTags };
}

/** Sets of documents belong to one instance. */
const withoutSet = <T extends { readonly managedBy?: string }>({ managedBy: _set, ...object }: T) => object;

/** Without built-in types, which exist everywhere. */
async function readDefinitions(em: EntityManager) {
  const own = await em.find(StrategyDefinition, { builtIn: false }, { orderBy: { sortOrder: 'asc', name: 'asc' } });
  return own.map(serializeStrategyDefinition).map(withoutSet);
}

async function readEnvironments(em: EntityManager) {
  const environments = await em.find(Environment, {}, { orderBy: { sortOrder: 'asc', name: 'asc' } });
  return environments.map(serializeEnvironment);
}

async function readProjects(em: EntityManager): Promise<Required<ReadState>['projects']> {
  const links = await em.find(ProjectEnvironment, {}, { orderBy: { project: 'asc', environment: 'asc' } });
  const used = Map.groupBy(links, ({ project }) => project);
  const projects = await em.find(Project, {}, { orderBy: { id: 'asc' } });
  return projects.map(({ id, name, description, mode, defaultStickiness }) => {
    const environments = (used.get(id) ?? []).map(({ environment }) => environment);
    return { id, name, description: description ?? null, mode, defaultStickiness, environments };
  });
}
