import { badValue } from '../../base/input/bad-value.ts';
import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';
import { defaultStickinessOf } from '../../feature/strategy/normalise-strategy.ts';
import { findProject, projectEnvironmentNames } from '../../project/project/project.ts';
import { readListSizes } from '../../feature/list/segment-list.ts';
import { readRevision } from '../../transfer/evaluation/fetch-state.ts';
import { compareDocuments, type Difference } from './compare-documents.ts';
import { type CurrentObjects, type Names, noNames, objectKey, readCurrent } from '../document/current-documents.ts';
import type { CurrentObject } from '../document/current-object.ts';
import { type Document, type Kind, kinds } from '../document/document.schema.ts';
import { keepUnmentioned } from './keep-unmentioned.ts';
import { planHash } from './plan-hash.ts';
import type { PlannedAction, ProjectPlan } from './project-plan.ts';
import type { DocumentSet } from './plan.schema.ts';
import { readDocuments } from '../document/read-documents.ts';
import { isProtected, type Planning, type Protection, readProtectionFor, problemOf } from './action-problem.ts';
import { isUsable, refuseInvalidDifferences, refuseUnknownNames } from './refuse-unknown.ts';
import { readRemainingUses, type Remaining } from './remaining-uses.ts';
import { usedNames } from '../document/used-names.ts';

export type PlannedSet = DocumentSet & {
  /** Objects to delete, in addition to those that `prune` finds. */
  readonly remove?: Names;
};

function refuseOptionsOfSets({ set, prune, takeOver }: PlannedSet): void {
  if (set === null && (prune || takeOver)) throw badValue(prune ? 'prune' : 'takeOver', 'requires a set');
}

/**
 * Plans the changes that make the project as the documents describe it. Changes nothing. Throws 400 for invalid documents. Documents that
 * were made from objects of the project are valid and canonical. These objects have the settings in all environments of the documents.
 */
export async function planDocuments(
  context: Planning,
  projectId: string,
  request: PlannedSet,
  madeFrom: CurrentObjects | null = null,
): Promise<ProjectPlan> {
  const { em, settings } = context;
  refuseOptionsOfSets(request);
  const { set, takeOver = false, propose = false } = request;
  const found = await findProject(context, projectId);
  const project = found.id;
  const environments = await projectEnvironmentNames(em, project);
  const revision = await readRevision(em);
  const stickiness = await defaultStickinessOf(em, project);
  const desired = madeFrom
    ? request.documents.map((document, index) => ({ document: document as Document, pointer: { path: `documents/${index}` } }))
    : await readDocuments(request.documents, { project, environments, stickiness, access: context.access });
  const described = desired.map(({ document }) => document);
  const required = together(namesOf(described), usedNames(described));
  const unwanted = without(await readUnwanted(em, project, request), required);
  const known = madeFrom ?? new Map<never, never>();
  const unread = without(together(required, unwanted), namesOf([...known.values()].map(({ document }) => document)));
  const read = await readCurrent(context, unread, { project, environments: environmentsOf(described) });
  const current: CurrentObjects = new Map([...known, ...read]);
  refuseUnknownNames({ project, read: desired, current });
  const own = ofProject(current, project);
  const protection = await readProtectionFor(context, found, propose);
  const uses = await readRemainingUses(em, unwanted, current, remainingAfter(project, described, unwanted, protection));
  const documents = described.map((document) => keepUnmentioned(document, own));
  const { differences, same } = await compareDocuments(documents, own, {
    owner: takeOver ? (set ?? undefined) : undefined,
    removed: objectsOf(current, without(unwanted, uses.archived)),
  });
  const lists = await readListSizes(
    em,
    described.flatMap(({ kind, spec }) => (kind === 'Segment' ? [{ constraints: spec.constraints ?? [] }] : [])),
  );
  await refuseInvalidDifferences({ project, read: desired, current, settings, lists: new Set(lists.keys()) }, differences);
  const actions = differences.map((difference) =>
    actionOf(context, difference, { project, set, takeOver, protection, current, stillUsed: uses.active }),
  );
  return { project, set, revision, hash: planHash(project, set, actions), same, actions, documents, current };
}

/** Leaves out objects of other projects, whose content the caller may not see. Their names are taken. */
const ofProject = (current: CurrentObjects, project: string): CurrentObjects =>
  new Map([...current].filter(([, { document }]) => isUsable(document, project)));

interface Judging {
  readonly project: string;
  readonly set: string | null;
  readonly takeOver: boolean;
  readonly protection: Protection;
  readonly current: CurrentObjects;
  /** Objects that cannot be deleted. */
  readonly stillUsed: Names;
}

function actionOf(context: Planning, difference: Difference, { protection, current, stillUsed, ...judging }: Judging): PlannedAction {
  const proposed = isProtected(context, difference, protection);
  const own = current.get(objectKey(difference.kind, difference.name));
  return {
    ...difference,
    protected: proposed,
    problem: problemOf(context, difference, {
      ...judging,
      isProtected: proposed,
      mayPropose: protection.mayPropose,
      reach: protection.reach,
      current: own,
      isStillUsed: stillUsed[difference.kind].has(difference.name),
    }),
  };
}

export function namesOf(documents: readonly { readonly kind: Kind; readonly metadata: { readonly name: string } }[]): Names {
  const names = noNames();
  for (const { kind, metadata } of documents) names[kind].add(metadata.name);
  return names;
}

const environmentsOf = (documents: readonly Document[]): string[] => [
  ...new Set(documents.flatMap((document) => (document.kind === 'Feature' ? Object.keys(document.spec.environments ?? {}) : []))),
];

export const together = (...all: readonly Names[]): Names => {
  const names = noNames();
  for (const some of all) for (const kind of kinds) for (const name of some[kind]) names[kind].add(name);
  return names;
};

/** The objects that must not exist afterwards, unless documents contain them. */
export async function readUnwanted(em: EntityManager, project: string, { set, prune = false, remove = noNames() }: PlannedSet) {
  return prune && set !== null ? together(await readOwned(em, project, set), remove) : remove;
}

/** The objects of the set in the project, and its global ones. */
async function readOwned(em: EntityManager, project: string, set: string): Promise<Names> {
  const db = tablesOf(em);
  const named = async (kind: Kind, rows: Promise<{ readonly name: string }[]>) =>
    [kind, new Set((await rows).map(({ name }) => name))] as const;
  const features = db.selectFrom('feature').where('project_id', '=', project).where('archived_at', 'is', null);
  const segments = db.selectFrom('segment').where((row) => row.or([row('project_id', '=', project), row('project_id', 'is', null)]));
  return {
    ...noNames(),
    ...Object.fromEntries([
      await named('Feature', features.where('managed_by', '=', set).select('name').execute()),
      await named('Segment', segments.where('managed_by', '=', set).select('name').execute()),
      await named('ContextField', db.selectFrom('context_field').where('managed_by', '=', set).select('name').execute()),
      await named('TagType', db.selectFrom('tag_type').where('managed_by', '=', set).select('name').execute()),
      await named('StrategyDefinition', db.selectFrom('strategy_definition').where('managed_by', '=', set).select('name').execute()),
    ]),
  };
}

function remainingAfter(
  project: string,
  documents: readonly Document[],
  unwanted: Names,
  { environments: guarded, projectWide }: Protection,
): Remaining {
  const environmentsByFeature = new Map(
    documents.flatMap(({ kind, metadata, spec }) =>
      kind === 'Feature' ? [[metadata.name, new Map(Object.entries(spec.environments ?? {}))] as const] : [],
    ),
  );
  const settingsIn = (feature: string, environment: string) =>
    guarded.has(environment) ? undefined : environmentsByFeature.get(feature)?.get(environment);
  const named = namesOf(documents);
  return {
    archiving: unwanted.Feature,
    decidesStrategies: (feature, environment) => settingsIn(feature, environment) !== undefined,
    decidesTemplate: (own, name) => own === project && (unwanted.ReleaseTemplate.has(name) || named.ReleaseTemplate.has(name)),
    decidesPlan: (feature, environment) => settingsIn(feature, environment)?.releasePlan !== undefined,
    decidesSegment: (name) => !projectWide && named.Segment.has(name),
  };
}

const objectsOf = (current: CurrentObjects, names: Names): CurrentObject[] =>
  kinds.flatMap((kind) => [...names[kind]].flatMap((name) => current.get(objectKey(kind, name)) ?? []));

const without = (names: Names, others: Names): Names => {
  const left = noNames();
  for (const kind of kinds) left[kind] = new Set(names[kind].difference(others[kind]));
  return left;
};
