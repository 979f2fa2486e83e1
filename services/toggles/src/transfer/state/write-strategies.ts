import { isDeepStrictEqual } from 'node:util';
import { Failure, featureStrategyAdd } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { badValue } from '../../base/input/bad-value.ts';
import { storeStrategies } from '../../feature/strategy/create-strategy.ts';
import type { EventKeys } from '../../feature/feature/feature-in-environment.ts';
import { normaliseStrategies, type StrategyContent, type StrategyInput } from '../../feature/strategy/normalise-strategy.ts';
import { type ReadStrategy, readStrategies, Strategy } from '../../feature/strategy/strategy.ts';
import { writeInChunks } from '../../base/database/in-chunks.ts';
import { projectsOfFeatures } from './projects-of-features.ts';
import type { Entry, State } from './state.schema.ts';

interface StrategyToWrite extends StrategyInput {
  readonly id: string | undefined;
  readonly keys: EventKeys;
  readonly sortOrder: number;
}

interface Existing {
  readonly keep: boolean;
  /** The features that the import has created. */
  readonly created: ReadonlySet<string>;
}

/** Writes strategies last, because they refer to everything else. */
export async function writeStrategies(
  context: Context,
  state: State,
  segments: ReadonlyMap<number, number>,
  { keep, created }: Existing,
): Promise<void> {
  const inputs = await strategiesToWrite(context, state, segments);
  for (const [project, own] of Map.groupBy(inputs, ({ keys }) => keys.project)) {
    await writeInChunks(context, own, async (chunk) => {
      const normalised = await normaliseStrategies(context, project, await withoutStored(context, chunk, keep));
      const additions = await withoutEqual(context.em, normalised);
      const stored = await storeStrategies(
        context,
        additions.map(({ id, ...addition }) => ({ ...addition, ...(id === undefined ? {} : { id }) })),
      );
      // The event of a new feature covers its strategies.
      for (const { keys, data } of stored) if (!created.has(keys.featureName)) context.publish(featureStrategyAdd, { ...keys, data });
    });
  }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Replaces invalid ids. Links to segments use the ids of the state. */
async function strategiesToWrite(context: Context, state: State, segments: ReadonlyMap<number, number>): Promise<StrategyToWrite[]> {
  const projects = await projectsOfFeatures(context, state);
  const links = Map.groupBy(state.featureStrategySegments ?? [], ({ featureStrategyId }) => featureStrategyId);
  const counts = new Map<string, number>();
  return (state.featureStrategies ?? []).map((entry, index) => {
    const { id, featureName, environment } = entry;
    const key = keyOf(entry);
    const sortOrder = entry.sortOrder ?? counts.get(key) ?? 0;
    counts.set(key, sortOrder + 1);
    const linked = id === undefined ? [] : (links.get(id) ?? []).map(({ segmentId }) => segmentId);
    const ids = [...(entry.segments ?? []), ...linked].map((segment) => segments.get(segment) ?? segment);
    return {
      id: id !== undefined && uuid.test(id) ? id.toLowerCase() : undefined,
      keys: { project: projects.get(featureName) ?? '', featureName, environment },
      input: inputOf(entry, index, ids),
      stored: [{ constraints: entry.constraints ?? [] }], // A state may contain values that are no longer legal.
      pointer: { path: `featureStrategies/${index}`, feature: featureName },
      sortOrder,
    };
  });
}

function inputOf(entry: Entry<'featureStrategies'>, index: number, segments: number[]): StrategyInput['input'] {
  const { name, strategyName, key, title, disabled, parameters, constraints, variants, featureName } = entry;
  const kind = name ?? strategyName;
  if (kind === undefined) throw badValue({ path: `featureStrategies/${index}/name`, feature: featureName }, 'is required');
  return {
    name: kind,
    segments,
    ...(key === undefined ? {} : { key }),
    ...(title === undefined ? {} : { title }),
    ...(disabled === undefined ? {} : { disabled }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(constraints === undefined ? {} : { constraints }),
    ...(variants === undefined ? {} : { variants }),
  };
}

async function withoutStored({ em }: Context, chunk: readonly StrategyToWrite[], keep: boolean): Promise<StrategyToWrite[]> {
  const ids = chunk.flatMap(({ id }) => id ?? []);
  const known = new Map((await em.find(Strategy, { id: { $in: ids } })).map((strategy) => [strategy.id, strategy]));
  const isHere = ({ id, keys }: StrategyToWrite) => {
    const stored = id === undefined ? undefined : known.get(id);
    return stored?.featureName === keys.featureName && stored.environment === keys.environment;
  };
  const there = chunk.find(isHere);
  if (there && !keep) throw new Failure('NameExistsError', `featureStrategies contains ${there.id}, which already exists.`);
  // Replaces an id that a strategy of another feature has: the state contains a copy under new names.
  return chunk.filter((entry) => !isHere(entry)).map((entry) => (entry.id && known.has(entry.id) ? { ...entry, id: undefined } : entry));
}

interface Normalised extends StrategyToWrite {
  readonly content: StrategyContent;
}

/** Leaves out strategies without an id if their feature has an equal one in the environment. */
async function withoutEqual(em: EntityManager, additions: readonly Normalised[]): Promise<Normalised[]> {
  const names = additions.flatMap(({ id, keys }) => (id === undefined ? keys.featureName : []));
  const stored = Map.groupBy(await readStrategies(em, [...new Set(names)]), keyOf);
  const isStored = ({ keys, content }: Normalised) => (stored.get(keyOf(keys)) ?? []).some((strategy) => hasContent(strategy, content));
  return additions.filter((addition) => addition.id !== undefined || !isStored(addition));
}

const keyOf = ({ featureName, environment }: Pick<EventKeys, 'featureName' | 'environment'>): string =>
  compositeKey(featureName, environment);

const hasContent = ({ key, name, title, disabled, parameters, constraints, variants, segments }: ReadStrategy, content: StrategyContent) =>
  isDeepStrictEqual({ ...(key && { key }), name, title, disabled, parameters, constraints, variants, segments }, content);
