import { readFile } from 'node:fs/promises';
import { decodeText } from '@signalbox/contracts/decode-text';
import { type Exported, type ExportedStrategy, featuresOf } from './exported.ts';
import type { Snapshot, SourceEnvironment, SourceProject, SourceSegment } from './snapshot.ts';
import type { Source } from './source.ts';

type InEnvironment<T> = T & { readonly environment?: string };

/** An exported state (version 4), or an export of features from one environment. */
interface ExportFile extends Exported {
  /** Absent in an export of features. */
  readonly version?: number;
  readonly environments?: readonly SourceEnvironment[];
  readonly projects?: readonly Partial<SourceProject>[];
  readonly contextFields?: Snapshot['contextFields'];
  readonly tagTypes?: Snapshot['tagTypes'];
  readonly tags?: Snapshot['tags'];
  readonly strategies?: readonly (Snapshot['strategies'][number] & { readonly editable?: boolean })[];
  /** An export of features contains only their names. */
  readonly segments?: readonly (Pick<SourceSegment, 'id' | 'name'> & Partial<SourceSegment>)[];
  readonly featureStrategySegments?: readonly { readonly featureStrategyId: string; readonly segmentId: number }[];
  readonly featureStrategies: readonly InEnvironment<ExportedStrategy>[];
  readonly featureEnvironments: readonly InEnvironment<NonNullable<Exported['featureEnvironments']>[number]>[];
}

/** A file in JSON. */
export function openFileSource(path: string): Source {
  return {
    read: async () => snapshotOf(path, await readExport(path)),
    latestChange: async () => null,
    events: () => null,
    usage: () => null,
    close: async () => {},
  };
}

/** Earlier versions have variants and strategies elsewhere. */
const supportedVersion = 4;

async function readExport(path: string): Promise<ExportFile> {
  try {
    const file = JSON.parse(decodeText(await readFile(path))) as ExportFile;
    const { version = supportedVersion, features, featureStrategies, featureEnvironments } = file;
    if (version === supportedVersion && [features, featureStrategies, featureEnvironments].every((list) => Array.isArray(list)))
      return file;
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  throw new Error(`${path} is neither an exported state of version ${supportedVersion} nor an export of features in JSON.`);
}

function snapshotOf(path: string, file: ExportFile): Snapshot {
  const exports = byEnvironment(file);
  const names = [...exports.keys()];
  const projects = file.projects ?? [...new Set(file.features.map(({ project }) => project))].map((id) => ({ id }));
  const tags =
    file.tags ?? (file.featureTags ?? []).map(({ tagType, type, tagValue }) => ({ type: tagType ?? type ?? 'simple', value: tagValue }));
  const environments = file.environments ?? [];
  const listed = new Set(environments.map(({ name }) => name));
  const others = names.filter((name) => !listed.has(name)).map((name) => ({ name, type: null, sortOrder: 1000, enabled: true }));
  return {
    source: path,
    instanceId: null,
    environments: [...environments, ...others],
    projects: projects.map((project) => projectOf(project, names)),
    contextFields: (file.contextFields ?? []).map((field) => ({
      ...field,
      legalValues: field.legalValues ?? [],
      project: field.project ?? null,
    })),
    tagTypes: file.tagTypes ?? [],
    tags,
    strategies: (file.strategies ?? []).filter(({ editable = true }) => editable).map(definitionOf),
    segments: (file.segments ?? []).map(({ id, name, description = null, project = null, constraints = null }) => ({
      id,
      name,
      description,
      project,
      constraints,
    })),
    features: featuresOf(exports, () => null),
    tokens: [],
    addons: [],
    accounts: { users: [], personalTokens: [], roles: [], groups: [], grants: [] },
  };
}

const definitionOf = ({ name, description, deprecated, parameters }: Snapshot['strategies'][number]) => ({
  name,
  description: description ?? null,
  deprecated: deprecated ?? false,
  parameters: parameters ?? [],
});

/** Splits the settings and strategies. An export of features names its environment only in the settings. */
function byEnvironment(file: ExportFile): Map<string, Exported> {
  const single = file.featureEnvironments[0]?.environment ?? 'development';
  const links = Map.groupBy(file.featureStrategySegments ?? [], ({ featureStrategyId }) => featureStrategyId);
  const strategies = file.featureStrategies
    .toSorted((left, right) => (left.sortOrder ?? 0) - (right.sortOrder ?? 0))
    .map((strategy) => {
      const linked = (links.get(strategy.id ?? '') ?? []).map(({ segmentId }) => segmentId);
      return { ...strategy, segments: [...(strategy.segments ?? []), ...linked] };
    });
  const names = new Set(file.featureEnvironments.map(({ environment = single }) => environment));
  return new Map(
    [...names].map((name) => {
      const isInside = ({ environment = single }: { readonly environment?: string }) => environment === name;
      const { features, featureTags, dependencies, links: ofFeatures } = file;
      const own = {
        features,
        ...(featureTags && { featureTags }),
        ...(dependencies && { dependencies }),
        ...(ofFeatures && { links: ofFeatures }),
      };
      return [
        name,
        { ...own, featureStrategies: strategies.filter(isInside), featureEnvironments: file.featureEnvironments.filter(isInside) },
      ];
    }),
  );
}

/** A project of which the source knows little else than its id. */
export const projectOf = (
  { id = 'default', name = id, ...project }: Partial<SourceProject>,
  environments: readonly string[],
): SourceProject => ({
  id,
  name,
  description: project.description ?? null,
  mode: project.mode ?? 'open',
  defaultStickiness: project.defaultStickiness ?? 'default',
  environments: project.environments ?? environments,
  defaultStrategies: {},
  featureLimit: null,
  featureNaming: null,
  linkTemplates: [],
});
