import { Failure } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { badValue } from '../../base/input/bad-value.ts';
import { storeStrategies } from '../../feature/strategy/create-strategy.ts';
import type { EventKeys } from '../../feature/feature/feature-in-environment.ts';
import { normaliseStrategies, type StrategyInput } from '../../feature/strategy/normalise-strategy.ts';
import { Strategy } from '../../feature/strategy/strategy.ts';
import { writeInChunks } from '../../base/database/in-chunks.ts';
import { projectsOfFeatures } from './projects-of-features.ts';
import type { Entry, State } from './state.schema.ts';

interface StrategyToWrite extends StrategyInput {
  readonly id: string | undefined;
  readonly keys: EventKeys;
  readonly sortOrder: number;
}

/** Writes strategies last, because they refer to everything else. Returns whether any is new. */
export async function writeStrategies(
  context: Context,
  state: State,
  segments: ReadonlyMap<number, number>,
  keep: boolean,
): Promise<boolean> {
  let added = false;
  const inputs = await strategiesToWrite(context, state, segments);
  for (const [project, own] of Map.groupBy(inputs, ({ keys }) => keys.project)) {
    await writeInChunks(context, own, async (chunk) => {
      const normalised = await normaliseStrategies(context, project, await withoutStored(context, chunk, keep));
      await storeStrategies(
        context,
        normalised.map(({ id, ...addition }) => ({ ...addition, ...(id === undefined ? {} : { id }) })),
      );
      added ||= normalised.length > 0;
    });
  }
  return added;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Replaces invalid ids. Links to segments use the ids of the state. */
async function strategiesToWrite(context: Context, state: State, segments: ReadonlyMap<number, number>): Promise<StrategyToWrite[]> {
  const projects = await projectsOfFeatures(context, state);
  const links = Map.groupBy(state.featureStrategySegments ?? [], ({ featureStrategyId }) => featureStrategyId);
  const counts = new Map<string, number>();
  return (state.featureStrategies ?? []).map((entry, index) => {
    const { id, featureName, environment } = entry;
    const key = compositeKey(featureName, environment);
    const sortOrder = entry.sortOrder ?? counts.get(key) ?? 0;
    counts.set(key, sortOrder + 1);
    const linked = id === undefined ? [] : (links.get(id) ?? []).map(({ segmentId }) => segmentId);
    const ids = [...(entry.segments ?? []), ...linked].map((segment) => segments.get(segment) ?? segment);
    return {
      id: id !== undefined && uuid.test(id) ? id.toLowerCase() : undefined,
      keys: { project: projects.get(featureName) ?? '', featureName, environment },
      input: inputOf(entry, index, ids),
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
