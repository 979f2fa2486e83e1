import type { FeatureState, SegmentState } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../base/database/tables.ts';
import { Persona } from '../project/persona/persona.ts';
import { readFeatureStates } from '../transfer/evaluation/feature-state.ts';
import { readSegmentStates } from '../transfer/evaluation/segment-state.ts';
import type { ReadChange } from './change-kind.ts';

const maxFeatures = 500;
const maxPersonas = 100;

/** The features whose evaluation the changes may touch: their own, those that depend on these, and those that use their segments. */
export async function reachOf(em: EntityManager, project: string, changes: readonly ReadChange[]): Promise<string[]> {
  const touched = changes.flatMap(({ touches }) => touches);
  const idsOf = (kind: string) => [...new Set(touched.flatMap((one) => (one.kind === kind ? [one.id] : [])))];
  const own = [...idsOf('feature'), ...(await usersOf(em, project, idsOf('segment')))];
  return [...new Set([...own, ...(await childrenOf(em, own))])].sort().slice(0, maxFeatures);
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

/** The evaluation states of the features, with what they refer to: their parents and their segments. */
export async function readStates(
  em: EntityManager,
  names: readonly string[],
): Promise<{ features: FeatureState[]; segments: SegmentState[] }> {
  const own = await readFeatureStates(em, names);
  const known = new Set(own.map(({ name }) => name));
  const parents = own.flatMap(({ dependencies }) => dependencies.map(({ feature }) => feature)).filter((name) => !known.has(name));
  const features = [...own, ...(await readFeatureStates(em, [...new Set(parents)]))];
  const segments = features.flatMap(({ environments }) =>
    Object.values(environments).flatMap(({ strategies }) => strategies.flatMap((strategy) => strategy.segments)),
  );
  return { features, segments: segments.length === 0 ? [] : await readSegmentStates(em, [...new Set(segments)]) };
}

/** The contexts that the project has saved, by name. */
export async function readPersonas(em: EntityManager, project: string) {
  const personas = await em.find(Persona, { project }, { orderBy: { name: 'asc' }, limit: maxPersonas });
  return personas.map(({ name, context }) => ({ name, context }));
}
