import type { FeatureVariant, Tag } from '@signalbox/contracts';
import { type Context, type EntityManager } from '@signalbox/kit';
import { eachChunk } from '../../base/database/in-chunks.ts';
import { tablesOf } from '../../tables/tables.ts';
import { badValue, type Pointer } from '../../base/input/bad-value.ts';
import type { LinkInput } from '../../feature/feature/feature-link.ts';
import { integerWeights } from '../../feature/variant/variant.schema.ts';
import { Project, ProjectEnvironment } from '../../project/project/project.ts';
import { Segment } from '../../feature/segment/segment.ts';
import type { CreateStrategy } from '../../feature/strategy/strategy.schema.ts';
import { ofEnvironment } from '../../release/template/normalise-safeguard.ts';
import type { NewSafeguard } from '../../release/safeguard/replace-safeguards.ts';
import type { ImportData, ImportedFeature, ImportedPlan, ImportEnvelope } from './transfer.schema.ts';

/** The context for reviewing an import: in its transaction, or for a preview. */
export type Reading = Pick<Context, 'em' | 'access' | 'actor' | 'settings'>;

export interface Destination {
  readonly project: string;
  readonly environment: string;
}

/** All data for one feature. */
export interface FeatureImport {
  readonly name: string;
  readonly pointer: Pointer;
  readonly metadata: ImportedFeature;
  /** True if a feature with the name exists. */
  readonly exists: boolean;
  /** Each with its sort order. */
  readonly strategies: { readonly input: CreateStrategy; readonly pointer: Pointer }[];
  environment: { readonly enabled: boolean; readonly variants: GivenVariants; readonly pointer: Pointer } | null;
  readonly tags: Tag[];
  readonly parents: ImportData['dependencies'][number]['dependencies'][number][];
  /** The release plan. Its strategies have the ids that segments have here. */
  plan: { readonly input: Omit<ImportedPlan, 'featureName'>; readonly pointer: Pointer } | null;
  /** Null to keep the existing safeguards. */
  readonly safeguards: NewSafeguard[] | null;
  /** Null if the data does not contain the links of the feature. */
  links: { readonly inputs: readonly LinkInput[]; readonly pointer: Pointer } | null;
}

/** The strategies of a feature, and those of all milestones of its release plan. */
export const strategiesIn = ({ strategies, plan }: FeatureImport): CreateStrategy[] => [
  ...strategies.map(({ input }) => input),
  ...(plan?.input.milestones.flatMap((milestone) => milestone.strategies) ?? []),
];

/** Returns true if the feature gets no enabled strategy, other than those of milestones that have not started. */
export const isBare = ({ strategies, plan }: FeatureImport): boolean => {
  const active = plan?.input.milestones.find(({ id }) => id !== undefined && id === plan.input.activeMilestoneId);
  return [...strategies.map(({ input }) => input), ...(active?.strategies ?? [])].every(({ disabled }) => disabled ?? false);
};

/** The new variants of a feature; null to keep the existing ones. */
type GivenVariants = readonly FeatureVariant[] | null;

/** The existing features among the names in the data. */
export type Known = ReadonlyMap<string, KnownFeature>;

interface KnownFeature {
  readonly project: string;
  /** True if the caller cannot see its project. */
  readonly hidden: boolean;
  readonly archived: boolean;
}

/** Returns true if a feature with the name exists and is visible to the caller. */
export const isThere = (known: Known, name: string): boolean => known.get(name)?.hidden === false;

/** An import grouped by feature, without features that are archived here, and with the ids that segments have here. */
export interface PreparedImport {
  /** Null if the target does not exist or the caller cannot see it. */
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

interface Orphan {
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
    else imports.set(metadata.name, emptyImport(metadata, { index, known, safeguards: data.safeguards ? [] : null }));
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

interface ImportSource extends Pick<FeatureImport, 'safeguards'> {
  readonly index: number;
  readonly known: Known;
}

const emptyImport = (metadata: ImportedFeature, { index, known, safeguards }: ImportSource): FeatureImport => ({
  name: metadata.name,
  pointer: { path: `data/features/${index}`, feature: metadata.name },
  metadata,
  exists: isThere(known, metadata.name),
  strategies: [],
  environment: null,
  tags: [],
  parents: [],
  plan: null,
  safeguards,
  links: null,
});

/** Assigns the parts to their features. Returns unknown segments, and parts without a feature. */
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
  const localSegments = (ids: readonly number[] = []): number[] => {
    const found = ids.map((id) => segments.get(id) ?? `segment ${id}`);
    for (const id of found) if (typeof id === 'string') unknown.add(id);
    return found.filter((id) => typeof id === 'number');
  };
  for (const [index, { featureName, ...plan }] of data.releasePlans.entries()) {
    const path = `data/releasePlans/${index}`;
    const target = own(featureName, `${path}/featureName`);
    if (target?.plan) throw badValue({ path, feature: featureName }, 'must be the only release plan of the feature');
    const milestones = plan.milestones.map((milestone) => ({
      ...milestone,
      strategies: milestone.strategies.map((strategy) => ({ ...strategy, segments: localSegments(strategy.segments) })),
    }));
    if (target) target.plan = { input: { ...plan, milestones }, pointer: { path, feature: featureName } };
  }
  for (const [index, { featureName, milestoneId, ...strategy }] of data.featureStrategies.entries()) {
    const path = `data/featureStrategies/${index}`;
    const target = own(featureName, `${path}/featureName`);
    if (!target || (milestoneId !== undefined && target.plan)) continue;
    const { strategies } = target;
    const input = { ...strategy, sortOrder: strategy.sortOrder ?? strategies.length, segments: localSegments(strategy.segments) };
    strategies.push({ input, pointer: { path, feature: featureName } });
  }
  for (const [index, { featureName, id: _id, ...input }] of (data.safeguards ?? []).entries()) {
    const path = `data/safeguards/${index}`;
    own(featureName, `${path}/featureName`)?.safeguards?.push({ input: ofEnvironment(input), pointer: { path, feature: featureName } });
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
 * Selects one entry per feature: the entry of the target environment, or the only one, so that settings can move between environments.
 * Throws 400 for several entries that do not include the target, because they are ambiguous.
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

/** A feature in a hidden project only counts as a taken name. The response does not reveal whether it is archived. */
async function readKnown({ em, access, actor }: Reading, { features, dependencies }: ImportData): Promise<Known> {
  const parents = dependencies.flatMap((child) => child.dependencies.map(({ feature }) => feature));
  const known = new Map<string, KnownFeature>();
  const mentioned = [...new Set([...features.map(({ name }) => name), ...parents])];
  await eachChunk(mentioned, async (names) => {
    const found = await tablesOf(em)
      .selectFrom('feature')
      .where('name', 'in', names)
      .select(['name', 'project_id', 'archived_at'])
      .execute();
    for (const { name, project_id: project, archived_at: archivedAt } of found) {
      const hidden = !access.sees(actor, project);
      known.set(name, { project, hidden, archived: archivedAt !== null && !hidden });
    }
  });
  return known;
}

/** For each segment id in the data, the id of the usable segment with the same name, or the name if there is none. */
async function readSegments(
  em: EntityManager,
  project: string | null,
  named: ImportData['segments'],
): Promise<Map<number, number | string>> {
  const here = await em.find(Segment, { name: { $in: named.map(({ name }) => name) } });
  const ids = new Map(here.filter((segment) => !segment.project || segment.project === project).map(({ name, id }) => [name, id]));
  return new Map(named.map(({ id, name }) => [id, ids.get(name) ?? name]));
}

/** Leaves out types of tags that only archived features have. */
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
