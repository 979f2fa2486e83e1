import type { FeatureVariant, Tag } from '@signalbox/contracts';
import { type Context, type EntityManager } from '@signalbox/kit';
import { eachChunk } from '../../base/database/in-chunks.ts';
import { badValue, type Pointer } from '../../base/input/bad-value.ts';
import { Feature, isArchived } from '../../feature/feature/feature.ts';
import type { LinkInput } from '../../feature/feature/feature-link.ts';
import { integerWeights } from '../../feature/variant/variant.schema.ts';
import { Project, ProjectEnvironment } from '../../project/project/project.ts';
import { Segment } from '../../feature/segment/segment.ts';
import type { CreateStrategy } from '../../feature/strategy/strategy.schema.ts';
import type { ImportData, ImportedFeature, ImportEnvelope } from './transfer.schema.ts';

/** What decides about an import, whoever asks: the transaction that carries it out, or a preview. */
export type Reading = Pick<Context, 'em' | 'access' | 'actor' | 'settings'>;

export interface Destination {
  readonly project: string;
  readonly environment: string;
}

/** All that comes for one feature. */
export interface FeatureImport {
  readonly name: string;
  readonly pointer: Pointer;
  readonly metadata: ImportedFeature;
  /** Whether a feature of the name is there already. */
  readonly exists: boolean;
  /** Each with its sort order. */
  readonly strategies: { readonly input: CreateStrategy; readonly pointer: Pointer }[];
  environment: { readonly enabled: boolean; readonly variants: GivenVariants; readonly pointer: Pointer } | null;
  readonly tags: Tag[];
  readonly parents: ImportData['dependencies'][number]['dependencies'][number][];
  /** Null where the data says nothing of them. */
  links: { readonly inputs: readonly LinkInput[]; readonly pointer: Pointer } | null;
}

/** What variants a feature shall have; null where it keeps its own. */
type GivenVariants = readonly FeatureVariant[] | null;

/** What exists of the names that the data mentions. */
export type Known = ReadonlyMap<string, KnownFeature>;

interface KnownFeature {
  readonly project: string;
  /** Its project is one that the caller may not know of. */
  readonly hidden: boolean;
  readonly archived: boolean;
}

/** Whether there is a feature of that name, as far as the caller may know. */
export const isThere = (known: Known, name: string): boolean => known.get(name)?.hidden === false;

/** An import sorted by feature, without the features that are in the archive here, its segments as they are called here. */
export interface PreparedImport {
  /** Null when the target is not there, or not for this caller to know. */
  readonly project: Project | null;
  readonly usesEnvironment: boolean;
  readonly features: readonly FeatureImport[];
  readonly repeated: readonly string[];
  readonly archived: readonly string[];
  readonly known: Known;
  readonly contextFields: ImportData['contextFields'];
  readonly tagTypes: ImportData['tagTypes'];
  readonly unknownSegments: readonly string[];
  /** Parts of features that are not in the data. */
  readonly orphans: readonly Orphan[];
}

export interface Orphan {
  readonly path: string;
  readonly feature: string;
}

export async function prepareImport(context: Reading, envelope: ImportEnvelope): Promise<PreparedImport> {
  const { project: id, environment, data } = envelope;
  const { em, access, actor } = context;
  const known = await readKnown(context, data);
  const target = access.sees(actor, id) ? id : null;
  const imports = new Map<string, FeatureImport>();
  const repeated: string[] = [];
  for (const [index, metadata] of data.features.entries()) {
    if (imports.has(metadata.name)) repeated.push(metadata.name);
    else imports.set(metadata.name, emptyImport(metadata, index, known));
  }
  const segments = await readSegments(em, target, data.segments);
  const { unknownSegments, orphans } = assign(envelope, imports, segments);
  const archived = [...imports.keys()].filter((name) => known.get(name)?.archived);
  const features = [...imports.values()].filter(({ name }) => !known.get(name)?.archived);
  return {
    project: target === null ? null : await em.findOne(Project, { id: target }),
    usesEnvironment: (await em.count(ProjectEnvironment, { project: id, environment })) > 0,
    features,
    repeated: [...new Set(repeated)],
    archived,
    known,
    contextFields: unique(data.contextFields),
    tagTypes: neededTagTypes(data, features, archived, imports),
    unknownSegments,
    orphans,
  };
}

const emptyImport = (metadata: ImportedFeature, index: number, known: Known): FeatureImport => ({
  name: metadata.name,
  pointer: { path: `data/features/${index}`, feature: metadata.name },
  metadata,
  exists: isThere(known, metadata.name),
  strategies: [],
  environment: null,
  tags: [],
  parents: [],
  links: null,
});

/** Gives each feature what comes for it; answers the segments that nothing here is called like, and what comes for no feature. */
function assign(
  { environment, data }: ImportEnvelope,
  imports: ReadonlyMap<string, FeatureImport>,
  segments: ReadonlyMap<number, number | string>,
): Pick<PreparedImport, 'unknownSegments' | 'orphans'> {
  const unknown = new Set([...segments.values()].filter((found) => typeof found === 'string'));
  const orphans: Orphan[] = [];
  const own = (feature: string, path: string): FeatureImport | undefined => {
    const found = imports.get(feature);
    if (!found) orphans.push({ path, feature });
    return found;
  };
  for (const [index, { featureName, ...strategy }] of data.featureStrategies.entries()) {
    const path = `data/featureStrategies/${index}`;
    const strategies = own(featureName, `${path}/featureName`)?.strategies;
    if (!strategies) continue;
    const ids = (strategy.segments ?? []).map((id) => segments.get(id) ?? `segment ${id}`);
    for (const id of ids) if (typeof id === 'string') unknown.add(id);
    const input = { ...strategy, sortOrder: strategy.sortOrder ?? strategies.length, segments: ids.filter((id) => typeof id === 'number') };
    strategies.push({ input, pointer: { path, feature: featureName } });
  }
  for (const { index, featureName, enabled, variants = [] } of settingsFor(environment, data.featureEnvironments)) {
    const path = `data/featureEnvironments/${index}`;
    const feature = own(featureName, `${path}/featureName`);
    if (feature)
      feature.environment = { enabled, variants: givenBy(variants), pointer: { path: `${path}/variants`, feature: featureName } };
  }
  for (const [index, { featureName, tagType, type, tagValue }] of data.featureTags.entries()) {
    own(featureName, `data/featureTags/${index}/featureName`)?.tags.push({ type: tagType ?? type ?? 'simple', value: tagValue });
  }
  for (const [index, { feature, dependencies }] of data.dependencies.entries()) {
    own(feature, `data/dependencies/${index}/feature`)?.parents.push(...dependencies);
  }
  for (const [index, { feature, links }] of data.links.entries()) {
    const path = `data/links/${index}`;
    const target = own(feature, `${path}/feature`);
    if (target) target.links = { inputs: [...(target.links?.inputs ?? []), ...links], pointer: { path: `${path}/links`, feature } };
  }
  return { unknownSegments: [...unknown], orphans };
}

type ImportedSettings = ImportData['featureEnvironments'][number] & { readonly index: number; readonly featureName: string };

/**
 * One entry for each feature: the entry of the target environment, or the only one there is, which moves settings from one environment to
 * another. 400 for several entries of which none is the target's: which of them should count is not said.
 */
function settingsFor(target: string, entries: ImportData['featureEnvironments']): ImportedSettings[] {
  const named = entries.map((entry, index) => ({ ...entry, index, featureName: entry.featureName ?? entry.name }));
  return [...Map.groupBy(named, ({ featureName }) => featureName).values()].map((own) => {
    const [first] = own;
    const [matching] = own.filter(({ environment }) => environment === target);
    if (first && own.length === 1) return first;
    if (matching) return matching;
    const path = `data/featureEnvironments/${first?.index}/environment`;
    throw badValue({ path, feature: first?.featureName ?? '' }, `must be ${target} in one of the ${own.length} entries of the feature`);
  });
}

const givenBy = (variants: FeatureVariant[] | null): GivenVariants => (variants?.length === 0 ? null : integerWeights(variants ?? []));

export const namesAtOnce = 500;

/** A feature of a project that the caller may not know of is a name that is taken, and no more: not even its archive shows. */
async function readKnown({ em, access, actor }: Reading, { features, dependencies }: ImportData): Promise<Known> {
  const parents = dependencies.flatMap((child) => child.dependencies.map(({ feature }) => feature));
  const known = new Map<string, KnownFeature>();
  const mentioned = [...new Set([...features.map(({ name }) => name), ...parents])];
  await eachChunk(mentioned, namesAtOnce, async (names) => {
    const found = await em.find(Feature, { name: { $in: names } }, { disableIdentityMap: true });
    for (const feature of found) {
      const { name, project } = feature;
      const hidden = !access.sees(actor, project);
      known.set(name, { project, hidden, archived: isArchived(feature) && !hidden });
    }
  });
  return known;
}

/** For each id in the data, the id of the segment of that name that counts in the project, or the name for want of one. */
async function readSegments(
  em: EntityManager,
  project: string | null,
  named: ImportData['segments'],
): Promise<Map<number, number | string>> {
  const here = await em.find(Segment, { name: { $in: named.map(({ name }) => name) } });
  const ids = new Map(here.filter((segment) => !segment.project || segment.project === project).map(({ name, id }) => [name, id]));
  return new Map(named.map(({ id, name }) => [id, ids.get(name) ?? name]));
}

/** Types that only features in the archive have tags of are left out with these. */
function neededTagTypes(
  { tagTypes }: ImportData,
  features: readonly FeatureImport[],
  archived: readonly string[],
  imports: ReadonlyMap<string, FeatureImport>,
): ImportData['tagTypes'] {
  const needed = new Set(features.flatMap(({ tags }) => tags.map(({ type }) => type)));
  const left = new Set(archived.flatMap((name) => imports.get(name)?.tags.map(({ type }) => type) ?? []));
  return unique(tagTypes).filter(({ name }) => needed.has(name) || !left.has(name));
}

const unique = <T extends { readonly name: string }>(items: readonly T[]): T[] => [
  ...new Map(items.map((item) => [item.name, item])).values(),
];
