import type { EnvironmentState, FeatureState, Rules, Tag } from '@signalbox/contracts';
import { compareTexts, type EntityManager } from '@signalbox/kit';
import { compositeKey, readTogether, rowOf } from '@signalbox/table';
import type { Kysely } from 'kysely';
import type { Tables } from '../../tables/tables.ts';
import { decodeStrategies } from '../../feature/strategy/strategy.ts';
import { servedSettings, storedDependency } from '../../tables/feature-parts.ts';
import { locatedStrategy } from '../../tables/strategy.ts';
import { serializeDependency } from '../../feature/dependency/feature-dependency.ts';
import { rulesByProject, storedRules } from '../../project/project/project.ts';
import { servedFeature } from '../../tables/feature.ts';
import { byTypeAndValue, serializeTag } from '../../vocabulary/tag/tag.ts';

/** The evaluation state of the named features that are active, sorted by name. Executes one statement in total. */
export const readFeatureStates = async (em: EntityManager, names: readonly string[]): Promise<FeatureState[]> =>
  (await readStatesAndTags(em, names)).states;

/**
 * Like `readFeatureStates`, with the tags of all named features, active or not, by feature, and the rules of their projects. Leaves out
 * features without tags, and projects without rules.
 */
export async function readStatesAndTags(
  em: EntityManager,
  names: readonly string[],
): Promise<{ states: FeatureState[]; tags: Map<string, Tag[]>; rules: Map<string, Rules> }> {
  if (names.length === 0) return { states: [], tags: new Map(), rules: new Map() };
  const rows = await readRows(em, names);
  const tags = Map.groupBy(rows.tags.toSorted(byTypeAndValue), ({ feature }) => feature);
  const serialized = [...tags].map(([name, own]): [string, Tag[]] => [name, own.map(serializeTag)]);
  return { states: statesFrom(rows, tags), tags: new Map(serialized), rules: rulesByProject(rows.rules) };
}

type Rows = Awaited<ReturnType<typeof readRows>>;

function statesFrom(rows: Rows, tags: ReadonlyMap<string, readonly Tag[]>): FeatureState[] {
  const settings = Map.groupBy(
    rows.settings.map((row) => servedSettings.decode(row)),
    ({ featureName }) => featureName,
  );
  const strategies = Map.groupBy(strategiesFrom(rows), ({ feature, environment }) => compositeKey(feature, environment));
  const parents = Map.groupBy(rows.parents, ({ child }) => child);
  return rows.features
    .toSorted((one, other) => compareTexts(one.name, other.name))
    .map((row): Pick<FeatureState, (typeof servedFeature.names)[number]> => servedFeature.toResponse(servedFeature.decode(row)))
    .map(({ name, ...rest }) => ({
      name,
      ...rest,
      dependencies: (parents.get(name) ?? []).map((row) => serializeDependency(storedDependency.decode(row))),
      ...tagState(tags.get(name) ?? []),
      environments: Object.fromEntries(
        (settings.get(name) ?? []).map(({ environment, featureName: _featureName, ...rest }) => [
          environment,
          {
            ...rest,
            ...strategyStates(strategies.get(compositeKey(name, environment)) ?? []),
          },
        ]),
      ),
    }));
}
const tagState = (tags: readonly Tag[]): Pick<FeatureState, 'tags'> =>
  tags.length === 0 ? {} : { tags: tags.map(({ type, value }) => `${type}:${value}`) };

type Strategies = Pick<EnvironmentState, 'strategies' | 'disabledStrategies'>;

/** The enabled strategies, and separately the disabled ones with their positions in the complete list. */
function strategyStates(own: readonly StoredStrategy[]): Strategies {
  const states = own.map(({ disabled, strategy }, position) => ({ position, disabled, strategy }));
  const disabled = states.filter((state) => state.disabled);
  return {
    strategies: states.flatMap((state) => (state.disabled ? [] : [state.strategy])),
    ...(disabled.length > 0 && { disabledStrategies: disabled.map(({ position, strategy }) => ({ position, strategy })) }),
  };
}

type StoredStrategy = ReturnType<typeof strategiesFrom>[number];

/** Sorted in their order of evaluation. */
function strategiesFrom({ strategies, uses }: Pick<Rows, 'strategies' | 'uses'>) {
  const usesOf = Map.groupBy(uses, ({ strategy }) => strategy);
  return decodeStrategies(strategies).map(({ featureName, environment, disabled, id, title, name, parameters, constraints, variants }) => ({
    feature: featureName,
    environment,
    disabled,
    strategy: {
      name,
      parameters,
      constraints,
      variants,
      segments: (usesOf.get(id) ?? []).map(({ segment }) => segment).toSorted((one, other) => one - other),
      id,
      ...(title && { title }),
    },
  }));
}

const readRows = readTogether((db: Kysely<Tables>, names: readonly string[]) => ({
  features: db
    .selectFrom('feature')
    .where('name', 'in', names)
    .where('archived_at', 'is', null)
    .select((table) => rowOf(servedFeature.refs(table)).as('row')),
  settings: db
    .selectFrom('feature_environment')
    .where('feature_name', 'in', names)
    .select((table) => rowOf(servedSettings.refs(table)).as('row')),
  strategies: strategiesOf(db, names),
  uses: db
    .selectFrom('feature_strategy_segment')
    .where('feature_name', 'in', names)
    .select((table) => rowOf({ strategy: table.ref('strategy_id'), segment: table.ref('segment_id') }).as('row')),
  parents: db
    .selectFrom('feature_dependency')
    .where('child', 'in', names)
    .select((table) => rowOf(storedDependency.refs(table)).as('row')),
  tags: db
    .selectFrom('feature_tag')
    .where('feature_name', 'in', names)
    .select((table) => rowOf({ feature: table.ref('feature_name'), type: table.ref('tag_type'), value: table.ref('tag_value') }).as('row')),
  rules: db
    .selectFrom('project')
    .where('rules', 'is not', null)
    .where('id', 'in', (inner) => inner.selectFrom('feature').where('name', 'in', names).select('project_id'))
    .select((table) => rowOf(storedRules.refs(table)).as('row')),
}));

const strategiesOf = (db: Kysely<Tables>, names: readonly string[]) =>
  db
    .selectFrom('feature_strategy')
    .where('feature_name', 'in', names)
    .select((table) => rowOf(locatedStrategy.refs(table)).as('row'));
