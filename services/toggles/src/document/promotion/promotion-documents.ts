import type { EntityManager } from '@signalbox/kit';
import { eachChunk } from '../../base/database/in-chunks.ts';
import { badValue } from '../../base/input/bad-value.ts';
import { findProject, projectEnvironmentNames } from '../../project/project/project.ts';
import { tablesOf } from '../../tables/tables.ts';
import { canonicalSettings } from '../document/canonical-settings.ts';
import { type CurrentObjects, noNames, objectKey, readCurrent } from '../document/current-documents.ts';
import type { Document, DocumentOf } from '../document/document.schema.ts';
import type { CurrentObject } from '../document/current-object.ts';
import { exportDocuments, readActiveFeatureNames } from '../document/export-documents.ts';
import type { Planning } from '../compare/action-problem.ts';
import { withoutRelease, withRelease } from '../compare/keep-unmentioned.ts';
import type { Promotion } from './promotion.schema.ts';
import { validated } from '../document/read-documents.ts';
import type { SettingsSpec } from '../document/settings.schema.ts';
import { effectiveStrategies } from '../document/located-strategies.ts';
import { usedNames } from '../document/used-names.ts';

/** The documents of a promotion, and the objects that they were made from, with their settings in the target; null for a bundle. */
interface Promoted {
  readonly documents: Document[];
  readonly madeFrom: CurrentObjects | null;
}

/**
 * The documents that describe the target after the promotion: the selected features with the settings of the source, their parents, and
 * everything that a bundle contains for them.
 */
export async function promotionDocuments(context: Planning, project: string, promotion: Promotion): Promise<Promoted> {
  const { from, to, select, withReleasePlans = false } = promotion;
  const { bundle, environment } = from;
  if ((bundle === undefined) === (environment === undefined)) throw badValue('from', 'must have either environment or bundle');
  if (environment === to.environment) throw badValue('to/environment', `must differ from the source; got ${environment}`);
  const source = bundle?.environment ?? environment ?? '';
  const madeFrom = bundle ? null : await readFeatures(context, project, { source, target: to.environment, select });
  const own = [...(madeFrom?.values() ?? [])].map(({ document }) => document);
  const selected = bundle ? ofBundle(bundle.documents, select) : await ofDocuments(context.em, project, own, select);
  const move = { project, source, target: to.environment, withReleasePlans };
  const carried = (document: Document) => (document.kind === 'Feature' ? promoted(document, move) : ofProject(document, project));
  const { documents, features } = selected;
  return { madeFrom, documents: closure({ documents: documents.map(carried), features: features.map(carried) }, bundle !== undefined) };
}

interface Between {
  readonly source: string;
  readonly target: string;
  readonly select: Promotion['select'];
}

/** The features that may be selected and their parents, with the settings in both environments. */
async function readFeatures(context: Planning, projectId: string, { source, target, select }: Between): Promise<CurrentObjects> {
  const { id: project } = await findProject(context, projectId);
  const environments = await projectEnvironmentNames(context.em, project);
  if (!environments.includes(source)) throw badValue('from/environment', `must be an environment of project ${project}; got ${source}`);
  const left = await readActiveFeatureNames(context.em, project);
  const found = new Map<string, CurrentObject>();
  let next = select?.features && !select.tags ? left.intersection(new Set(select.features)) : left;
  while (next.size > 0) {
    const read = await readCurrent(context, { ...noNames(), Feature: next }, { project, environments: [source, target] });
    for (const [key, object] of read) found.set(key, object);
    for (const name of next) left.delete(name);
    next = left.intersection(new Set([...read.values()].flatMap(({ document }) => parentsOf(document))));
  }
  return found;
}

/** The selected features of an environment with everything they use, for a promotion to another instance. */
export const selectedDocuments = async (context: Planning, project: string, source: SelectedSource): Promise<Document[]> =>
  closure(await selectedIn(context, project, source), true);

interface SelectedSource {
  readonly environment: string;
  readonly select: Promotion['select'];
}

/** Documents, and those of them that were selected. */
interface Selected {
  readonly documents: readonly Document[];
  readonly features: readonly Document[];
}

function ofBundle(documents: readonly unknown[], select: Promotion['select']): Selected {
  if (select?.changedSince !== undefined)
    throw badValue('select/changedSince', 'must be selected when the bundle is exported, because documents have no times');
  const read = documents.map((document, index) => validated(document, { path: `from/bundle/documents/${index}` }));
  return { documents: read, features: selectedFeatures(read, select) };
}

async function selectedIn(context: Planning, project: string, { environment, select }: SelectedSource): Promise<Selected> {
  return ofDocuments(context.em, project, await exportDocuments(context, project, { environment: [environment] }), select);
}

async function ofDocuments(
  em: EntityManager,
  project: string,
  documents: readonly Document[],
  select: Promotion['select'],
): Promise<Selected> {
  const features = selectedFeatures(documents, select);
  if (select?.changedSince === undefined) return { documents, features };
  const changed = await readChangedSince(em, project, new Date(select.changedSince));
  return { documents, features: features.filter(({ metadata }) => changed.has(metadata.name)) };
}

/** The features of a project that a user changed since then. */
async function readChangedSince(em: EntityManager, project: string, since: Date): Promise<ReadonlySet<string>> {
  const rows = await tablesOf(em)
    .selectFrom('feature_collaborator')
    .innerJoin('feature', 'feature.name', 'feature_collaborator.feature_name')
    .where('feature.project_id', '=', project)
    .where('feature_collaborator.changed_at', '>=', since.getTime())
    .select('feature.name')
    .execute();
  return new Set(rows.map(({ name }) => name));
}

interface Move {
  readonly project: string;
  readonly source: string;
  readonly target: string;
  readonly withReleasePlans: boolean;
}

function promoted(
  { spec, metadata: { name }, ...rest }: DocumentOf<'Feature'>,
  { project, source, target, withReleasePlans }: Move,
): Document {
  const settings = spec.environments?.[source];
  const carried = settings && (withReleasePlans ? canonicalSettings(withRelease(settings)) : outsideRelease(settings));
  return { ...rest, metadata: { name, project }, spec: { ...spec, environments: carried ? { [target]: carried } : {} } };
}

/** Without its release plan, a feature might be on for everybody or nobody, so it has no settings to promote. */
const outsideRelease = (settings: SettingsSpec): SettingsSpec | null => (settings.releasePlan ? null : withoutRelease(settings));

/** Leaves features enabled or disabled as in the target. A feature cannot be enabled without a strategy. */
export async function keepEnabled(em: EntityManager, documents: readonly Document[], environment: string): Promise<Document[]> {
  const enabled = new Set<string>();
  const names = documents.flatMap(({ kind, metadata }) => (kind === 'Feature' ? [metadata.name] : []));
  await eachChunk(names, async (chunk) => {
    const rows = await tablesOf(em)
      .selectFrom('feature_environment')
      .where('environment', '=', environment)
      .where('enabled', '=', 1)
      .where('feature_name', 'in', chunk)
      .select('feature_name as name')
      .execute();
    for (const { name } of rows) enabled.add(name);
  });
  return documents.map((document) => {
    const settings = document.kind === 'Feature' && document.spec.environments?.[environment];
    if (!settings) return document;
    const mayBeOn = effectiveStrategies(settings).some(({ disabled }) => !disabled);
    const own = canonicalSettings({ ...settings, enabled: mayBeOn && enabled.has(document.metadata.name) });
    return { ...document, spec: { ...document.spec, environments: { [environment]: own } } };
  });
}

/** A project segment of a bundle belongs to the target project. */
function ofProject(document: Document, project: string): Document {
  if (document.kind !== 'Segment' || document.metadata.project === undefined) return document;
  return { ...document, metadata: { ...document.metadata, project } };
}

const parentsOf = (document: Document): string[] =>
  document.kind === 'Feature' ? (document.spec.parents ?? []).map(({ feature }) => feature) : [];

/** The selected features with their parents. With `isForeign`, also all objects that they use. */
function closure({ documents, features }: Selected, isForeign: boolean): Document[] {
  const known = new Map(documents.map((document) => [objectKey(document.kind, document.metadata.name), document]));
  const found = new Map<string, Document>();
  const add = (document: Document) => {
    const key = objectKey(document.kind, document.metadata.name);
    if (found.has(key)) return;
    found.set(key, document);
    const used = isForeign ? usedNames([document]) : { Feature: parentsOf(document) };
    for (const [kind, names] of Object.entries(used) as [Document['kind'], Iterable<string>][])
      for (const name of names) {
        const other = known.get(objectKey(kind, name));
        if (other) add(other);
      }
  };
  for (const feature of features) add(feature);
  return [...found.values()];
}

/** The selected features, all without a selection. Throws 400 for a name or a tag that no feature has. */
function selectedFeatures(documents: readonly Document[], select: Promotion['select'] = {}): Document[] {
  const all = documents.filter((document) => document.kind === 'Feature');
  if (select.features === undefined && select.tags === undefined) return all;
  const byName = Map.groupBy(all, ({ metadata }) => metadata.name);
  const byTag = new Map<string, Document[]>();
  for (const feature of all)
    for (const { type = 'simple', value } of feature.spec.tags ?? []) {
      const tag = `${type}:${value}`;
      byTag.set(tag, [...(byTag.get(tag) ?? []), feature]);
    }
  return [...pick(byName, select.features, 'features'), ...pick(byTag, select.tags, 'tags')];
}

const pick = (features: ReadonlyMap<string, Document[]>, selection: readonly string[] = [], of: 'features' | 'tags'): Document[] =>
  selection.flatMap((word, index) => {
    const found = features.get(word);
    if (!found) throw badValue(`select/${of}/${index}`, `must select a feature of the source; got ${word}`);
    return found;
  });
