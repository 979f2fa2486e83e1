import type { ChangesetOutput, FeatureState, SegmentState } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import { tablesOf } from '../tables/tables.ts';
import { Persona } from '../project/persona/persona.ts';
import { readFeatureStates } from '../transfer/evaluation/feature-state.ts';
import { readSegmentStates } from '../transfer/evaluation/segment-state.ts';
import type { ReadChange } from './change-kind.ts';

const maxFeatures = 500;
const maxPersonas = 100;

/** The features whose evaluation the changes may affect: their own, those that depend on them, and those that use their segments. */
export async function reachOf(em: EntityManager, project: string, changes: readonly ReadChange[]): Promise<string[]> {
  const touched = changes.flatMap(({ touches }) => touches);
  const idsOf = (kind: string) => [...new Set(touched.flatMap((one) => (one.kind === kind ? [one.id] : [])))];
  const own = [...(await activeOf(em, project, idsOf('feature'))), ...(await usersOf(em, project, idsOf('segment')))];
  return [...new Set([...own, ...(await childrenOf(em, own))])].sort().slice(0, maxFeatures);
}

/** The active features of the project. Others are excluded from the result. */
async function activeOf(em: EntityManager, project: string, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await tablesOf(em)
    .selectFrom('feature')
    .where('name', 'in', [...names])
    .where('project_id', '=', project)
    .where('archived_at', 'is', null)
    .select('name')
    .execute();
  return rows.map(({ name }) => name);
}

async function usersOf(em: EntityManager, project: string, segments: readonly string[]): Promise<string[]> {
  if (segments.length === 0) return [];
  const rows = await tablesOf(em)
    .selectFrom('feature_strategy_segment')
    .innerJoin('feature', 'feature.name', 'feature_strategy_segment.feature_name')
    .where('segment_id', 'in', segments.map(Number))
    .where('feature.project_id', '=', project)
    .select('feature.name')
    .distinct()
    .orderBy('feature.name')
    .limit(maxFeatures)
    .execute();
  return rows.map(({ name }) => name);
}

async function childrenOf(em: EntityManager, parents: readonly string[]): Promise<string[]> {
  if (parents.length === 0) return [];
  const rows = await tablesOf(em)
    .selectFrom('feature_dependency')
    .where('parent', 'in', [...parents])
    .select('child')
    .orderBy('child')
    .limit(maxFeatures)
    .execute();
  return rows.map(({ child }) => child);
}

type StatesContext = Pick<Context, 'em' | 'settings'>;

interface States {
  readonly features: FeatureState[];
  readonly segments: SegmentState[];
}

/** The evaluation states of the features and segments, with the parents and segments that these features refer to. */
export async function readStates(context: StatesContext, names: readonly string[], segments: readonly number[]): Promise<States> {
  const { em } = context;
  const own = names.length === 0 ? [] : await readFeatureStates(em, names);
  const known = new Set(own.map(({ name }) => name));
  const parents = own.flatMap(({ dependencies }) => dependencies.map(({ feature }) => feature)).filter((name) => !known.has(name));
  const features = parents.length === 0 ? own : [...own, ...(await readFeatureStates(em, [...new Set(parents)]))];
  const used = features.flatMap(({ environments }) =>
    Object.values(environments).flatMap(({ strategies }) => strategies.flatMap((strategy) => strategy.segments)),
  );
  const ids = new Set([...used, ...segments]);
  return { features, segments: ids.size === 0 ? [] : await readSegmentStates(context, [...ids]) };
}

/** The features that the changes of a chunk touch, and their evaluation before and after. */
export interface StatesOfChunk {
  readonly features: ReadonlySet<string>;
  readonly before: States;
  readonly after: States;
}

export type JoinedStates = Omit<NonNullable<ChangesetOutput['states']>, 'personas'>;

/** The states of all affected features before and after: from the chunk that touches a feature, otherwise its current state. */
export async function joinStates(
  context: StatesContext,
  reach: readonly string[],
  findings: readonly { readonly states: StatesOfChunk | null }[],
): Promise<JoinedStates> {
  const chunks = findings.flatMap(({ states }) => states ?? []);
  const touched = new Set(chunks.flatMap(({ features }) => [...features]));
  const rest = await readStates(
    context,
    reach.filter((name) => !touched.has(name)),
    [],
  );
  const join = (side: 'before' | 'after') => ({
    features: byKey(
      [
        ...chunks.flatMap((chunk) => chunk[side].features.filter(({ name }) => chunk.features.has(name))),
        ...[rest, ...chunks.map((chunk) => chunk[side])].flatMap(({ features }) => features.filter(({ name }) => !touched.has(name))),
      ],
      ({ name }) => name,
    ),
    segments: byKey(
      [...chunks.map((chunk) => chunk[side]), rest].flatMap(({ segments }) => segments),
      ({ id }) => id,
    ),
  });
  return { before: join('before'), after: join('after') };
}

/** The first item of each key, sorted by key. */
function byKey<Item>(items: readonly Item[], keyOf: (item: Item) => string | number): Item[] {
  const found = new Map<string | number, Item>();
  for (const item of items) if (!found.has(keyOf(item))) found.set(keyOf(item), item);
  return [...found].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, item]) => item);
}

/** The personas of the project, sorted by name. */
export async function readPersonas(em: EntityManager, project: string) {
  const personas = await em.find(Persona, { project }, { orderBy: { name: 'asc' }, limit: maxPersonas });
  return personas.map(({ name, context }) => ({ name, context }));
}
