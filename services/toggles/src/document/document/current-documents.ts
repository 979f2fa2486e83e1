import { compareTexts, type EntityManager } from '@signalbox/kit';
import { compositeKey, Projection } from '@signalbox/table';
import { eachChunk } from '../../base/database/in-chunks.ts';
import { serializeDependency } from '../../feature/dependency/feature-dependency.ts';
import { readLinks } from '../../feature/feature/feature-link.ts';
import { decodeStrategies } from '../../feature/strategy/strategy.ts';
import { protectionOf } from '../../project/protection/protected-environment.ts';
import { readTags } from '../../feature/tag/feature-tag.ts';
import { featureEnvironmentTable, storedDependency } from '../../tables/feature-parts.ts';
import { featureTable, writtenFeature } from '../../tables/feature.ts';
import { projectEnvironmentTable, protectedEnvironmentTable } from '../../tables/project.ts';
import { segmentTable } from '../../tables/segment.ts';
import { locatedStrategy } from '../../tables/strategy.ts';
import { tablesOf } from '../../tables/tables.ts';
import { contextFieldTable, strategyDefinitionTable, tagTypeTable } from '../../tables/vocabulary.ts';
import { canonicalDocument } from './canonical.ts';
import type { CurrentObject, CurrentScope, Reader, ReadingDocuments, StoredSettings } from './current-object.ts';
import { namedSegments, readReleases, readSegmentNamesOf } from './current-releases.ts';
import { projectReaders } from './current-project.ts';
import { apiVersion, type Document, type Kind, kinds } from './document.schema.ts';
import { protectionSpec } from './reviewer-names.ts';
import type { DefaultStrategySpec, SettingsSpec } from './settings.schema.ts';

/** Objects by kind and name. */
export type CurrentObjects = ReadonlyMap<string, CurrentObject>;

/** Names by kind. */
export type Names = Readonly<Record<Kind, ReadonlySet<string>>>;

export const noNames = (): Record<Kind, Set<string>> => ({
  TagType: new Set(),
  ContextField: new Set(),
  StrategyDefinition: new Set(),
  Segment: new Set(),
  Project: new Set(),
  ReleaseTemplate: new Set(),
  Persona: new Set(),
  Environment: new Set(),
  Feature: new Set(),
});

/** The object as a key of maps. */
export const objectKey = (kind: Kind, name: string): string => compositeKey(kind, name);

/** The order of documents: by kind, then by name. */
export const byKindAndName = (one: Document, other: Document): number =>
  kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || compareTexts(one.metadata.name, other.metadata.name);

/** The named objects that exist, with the settings of features in the environments. Executes few statements per 500 names. */
export async function readCurrent(context: ReadingDocuments, names: Names, scope: CurrentScope): Promise<CurrentObjects> {
  const found = new Map<string, CurrentObject>();
  for (const kind of kinds)
    await eachChunk([...names[kind]], async (chunk) => {
      for (const object of await readers[kind](context, chunk, scope)) found.set(objectKey(kind, object.document.metadata.name), object);
    });
  return found;
}

const documented = {
  tagType: new Projection(tagTypeTable, ['name', 'description', 'icon', 'managedBy']),
  contextField: new Projection(contextFieldTable, ['name', 'description', 'stickiness', 'sortOrder', 'legalValues', 'managedBy']),
  definition: new Projection(strategyDefinitionTable, ['name', 'title', 'description', 'deprecated', 'parameters', 'builtIn', 'managedBy']),
  segment: new Projection(segmentTable, ['id', 'name', 'project', 'description', 'constraints', 'managedBy']),
  environment: new Projection(projectEnvironmentTable, ['environment', 'defaultStrategy']),
  protection: new Projection(protectedEnvironmentTable, ['environment', 'requiredApprovals', 'policy']),
  feature: new Projection(featureTable, ['name', 'project', 'archivedAt', 'managedBy', ...writtenFeature.names]),
  settings: new Projection(featureEnvironmentTable, ['featureName', 'environment', 'enabled', 'variants']),
};

const readers: Readonly<Record<Kind, Reader>> = {
  TagType: async ({ em }, names) => {
    const rows = await documented.tagType.read(tablesOf(em).selectFrom('tag_type').where('name', 'in', names));
    return rows.map(({ name, managedBy, ...spec }) => ({
      document: canonicalDocument({ apiVersion, kind: 'TagType', metadata: { name }, spec }),
      managedBy,
    }));
  },
  ContextField: async ({ em }, names) => {
    const rows = await documented.contextField.read(tablesOf(em).selectFrom('context_field').where('name', 'in', names));
    return rows.map(({ name, managedBy, ...spec }) => ({
      document: canonicalDocument({ apiVersion, kind: 'ContextField', metadata: { name }, spec }),
      managedBy,
    }));
  },
  StrategyDefinition: async ({ em }, names) => {
    const rows = await documented.definition.read(tablesOf(em).selectFrom('strategy_definition').where('name', 'in', names));
    return rows.map(({ name, managedBy, builtIn: isBuiltIn, ...spec }) => ({
      document: canonicalDocument({ apiVersion, kind: 'StrategyDefinition', metadata: { name }, spec }),
      managedBy,
      isBuiltIn,
    }));
  },
  Segment: async ({ em }, names) => {
    const rows = await documented.segment.read(tablesOf(em).selectFrom('segment').where('name', 'in', names));
    return rows.map(({ id, name, managedBy, project, ...spec }) => {
      const metadata = { name, ...(project !== null && { project }) };
      return { document: canonicalDocument({ apiVersion, kind: 'Segment', metadata, spec }), managedBy, id };
    });
  },
  ...projectReaders,
  Environment: readEnvironments,
  Feature: readFeatures,
};

async function readEnvironments(
  { em, access }: ReadingDocuments,
  names: readonly string[],
  { project }: CurrentScope,
): Promise<CurrentObject[]> {
  const db = tablesOf(em);
  const used = await documented.environment.read(
    db.selectFrom('project_environment').where('project_id', '=', project).where('environment', 'in', names),
  );
  const guarded = await documented.protection.read(
    db.selectFrom('protected_environment').where('project_id', '=', project).where('environment', 'in', names),
  );
  const protections = new Map(guarded.map(({ environment, ...row }) => [environment, protectionSpec(protectionOf(row), access)]));
  const defaults = used.flatMap(({ defaultStrategy }) => defaultStrategy?.segments ?? []);
  const segments = await readSegmentNamesOf(em, new Set(defaults));
  return used.map(({ environment, defaultStrategy }) => {
    const protection = protections.get(environment);
    const spec = {
      ...(protection && { protection }),
      ...(defaultStrategy && { defaultStrategy: namedSegments(defaultStrategy, segments) as DefaultStrategySpec }),
    };
    return {
      document: canonicalDocument({ apiVersion, kind: 'Environment', metadata: { name: environment, project }, spec }),
      managedBy: null,
    };
  });
}

async function readFeatures({ em }: ReadingDocuments, names: readonly string[], { environments }: CurrentScope): Promise<CurrentObject[]> {
  const rows = await documented.feature.read(tablesOf(em).selectFrom('feature').where('name', 'in', names));
  const found = rows.map((row) => row.name);
  if (found.length === 0) return [];
  const tags = await readTags(em, found);
  const links = await readLinks(em, found);
  const parents = await readParents(em, found);
  const settings = await readSettings(em, found, environments);
  return rows.map(({ name, project, managedBy, archivedAt, ...written }) => {
    const own = settings.get(name) ?? [];
    const spec = {
      ...written,
      type: written.type,
      tags: tags.get(name) ?? [],
      links: (links.get(name) ?? []).map(({ url, title }) => ({ url, title })),
      parents: parents.get(name) ?? [],
      environments: Object.fromEntries(own.map(({ environment, spec: settingsSpec }) => [environment, settingsSpec])),
    };
    return {
      document: canonicalDocument({ apiVersion, kind: 'Feature', metadata: { name, project }, spec }),
      managedBy,
      isArchived: archivedAt !== null,
      settings: new Map(own.map(({ environment, stored }) => [environment, stored])),
    };
  });
}

async function readParents(em: EntityManager, names: readonly string[]) {
  const rows = await storedDependency.read(tablesOf(em).selectFrom('feature_dependency').where('child', 'in', names));
  return new Map(rows.map(({ child, ...dependency }) => [child, [serializeDependency(dependency)]]));
}

interface Settings {
  readonly environment: string;
  readonly spec: SettingsSpec;
  readonly stored: StoredSettings;
}

/** The settings in the environments, by feature. */
async function readSettings(
  em: EntityManager,
  names: readonly string[],
  environments: readonly string[],
): Promise<Map<string, Settings[]>> {
  if (environments.length === 0) return new Map();
  const query = tablesOf(em).selectFrom('feature_environment').where('feature_name', 'in', names);
  const rows = await documented.settings.read(query.where('environment', 'in', environments));
  const strategies = await readStrategies(em, names, environments);
  const releases = await readReleases(em, names, environments);
  const settings = rows.map(({ featureName, environment, enabled, variants }) => {
    const key = compositeKey(featureName, environment);
    const own = strategies.get(key) ?? [];
    const { releasePlan = null, safeguards = [], spec } = releases.get(key) ?? {};
    return {
      featureName,
      environment,
      spec: { enabled, strategies: own.map((strategy) => strategy.spec), variants, ...spec },
      stored: { strategies: own.map(({ id, sortOrder }) => ({ id, sortOrder })), releasePlan, safeguards },
    };
  });
  return Map.groupBy(settings, ({ featureName }) => featureName);
}

/** The strategies in their order of evaluation, by feature and environment, without those of release plans. */
async function readStrategies(em: EntityManager, names: readonly string[], environments: readonly string[]) {
  const rows = await tablesOf(em)
    .selectFrom('feature_strategy')
    .where('feature_name', 'in', names)
    .where('environment', 'in', [...environments])
    .where('milestone_id', 'is', null)
    .select(locatedStrategy.selection)
    .execute();
  const segments = rows.length === 0 ? new Map<string, never[]>() : await readSegmentNames(em, names);
  const strategies = decodeStrategies(rows).map(({ createdAt: _createdAt, milestoneId: _milestoneId, ...strategy }) => {
    const { id, featureName, environment, sortOrder, ...content } = strategy;
    return {
      key: compositeKey(featureName, environment),
      id,
      sortOrder,
      spec: { ...content, segments: (segments.get(id) ?? []).map(({ segment }) => segment) },
    };
  });
  return Map.groupBy(strategies, ({ key }) => key);
}

async function readSegmentNames(em: EntityManager, names: readonly string[]) {
  const rows = await tablesOf(em)
    .selectFrom('feature_strategy_segment as use')
    .innerJoin('segment', 'segment.id', 'use.segment_id')
    .where('use.feature_name', 'in', names)
    .select(['use.strategy_id as strategy', 'segment.name as segment'])
    .execute();
  return Map.groupBy(rows, ({ strategy }) => strategy);
}
