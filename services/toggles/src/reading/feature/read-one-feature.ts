import { compareTexts, type EntityManager } from '@signalbox/kit';
import { Projection, readTogether, rowOf } from '@signalbox/table';
import type { Kysely } from 'kysely';
import type { Tables } from '../../tables/tables.ts';
import { featureEnvironmentTable, storedDependency } from '../../tables/feature-parts.ts';
import { serializeDependency } from '../../feature/dependency/feature-dependency.ts';
import { serializeLink } from '../../feature/feature/feature-link.ts';
import { decodeStrategies, serializeStrategy } from '../../feature/strategy/strategy.ts';
import { locatedStrategy } from '../../tables/strategy.ts';
import { fullFeature } from '../../tables/feature.ts';
import { fullPlan, storedGuards } from '../../tables/release.ts';
import { serializePlan } from '../../release/plan/plan.ts';
import { byTypeAndValue } from '../../vocabulary/tag/tag.ts';

/**
 * Reads all data of one feature in one statement, and so as of one moment. Returns the favorites of the user, and usage in hours
 * that began after `since`. `feature` is null if none has the name.
 */
export async function readOneFeature(em: EntityManager, name: string, { userId, since }: { userId: number; since: number }) {
  const rows = await readRows(em, name, userId, since);
  return {
    feature: rows.features.map((row) => fullFeature.decode(row))[0] ?? null,
    settings: rows.settings
      .map((row) => ({ ...row, ...ownSettings.decode(row) }))
      .toSorted((one, other) => compareTexts(one.name, other.name)),
    plansIn: new Map(rows.plans.map((row) => [row.environment, serializePlan(fullPlan.decode(row))])),
    safeguardsIn: new Map(rows.guards.map((row) => [row.environment, storedGuards.decode(row).safeguards])),
    strategiesIn: Map.groupBy(strategiesFrom(rows), ({ environment }) => environment),
    usageIn: Map.groupBy(rows.usage, ({ environment }) => environment),
    tags: rows.tags.toSorted(byTypeAndValue),
    links: rows.links.toSorted(bySortOrder).map(serializeLink),
    collaborators: rows.collaborators.toSorted(latestFirst).map(({ id, name: called }) => ({ id, name: called })),
    dependencies: rows.dependencies
      .map((row) => serializeDependency(storedDependency.decode(row)))
      .toSorted((one, other) => compareTexts(one.feature, other.feature)),
    children: rows.children.map(({ child }) => child).toSorted(compareTexts),
    favorite: rows.favorites.length > 0,
  };
}

type Rows = Awaited<ReturnType<typeof readRows>>;
type Row<Name extends keyof Rows> = Rows[Name][number];

const ownSettings = new Projection(featureEnvironmentTable, ['enabled', 'variants', 'lastSeenAt']);

/** Sorted in their order of evaluation. */
function strategiesFrom({ strategies, uses }: Rows) {
  const usesOf = Map.groupBy(uses, ({ strategyId }) => strategyId);
  return decodeStrategies(strategies).map((strategy) => {
    const segments = (usesOf.get(strategy.id) ?? []).map(({ segmentId }) => segmentId).toSorted((one, other) => one - other);
    return { environment: strategy.environment, strategy: serializeStrategy(strategy, segments) };
  });
}

const bySortOrder = (one: { sortOrder: number }, other: { sortOrder: number }) => one.sortOrder - other.sortOrder;

const latestFirst = (one: Row<'collaborators'>, other: Row<'collaborators'>) => other.changedAt - one.changedAt || one.id - other.id;

const readRows = readTogether((db: Kysely<Tables>, name: string, userId: number, since: number) => ({
  features: featureOf(db, name),
  settings: settingsOf(db, name),
  strategies: strategiesOf(db, name),
  plans: db
    .selectFrom('release_plan')
    .where('feature_name', '=', name)
    .select((table) => rowOf(fullPlan.refs(table)).as('row')),
  guards: db
    .selectFrom('environment_safeguards')
    .where('feature_name', '=', name)
    .select((table) => rowOf(storedGuards.refs(table)).as('row')),
  uses: db
    .selectFrom('feature_strategy_segment')
    .where('feature_name', '=', name)
    .select((table) => rowOf({ strategyId: table.ref('strategy_id'), segmentId: table.ref('segment_id') }).as('row')),
  usage: db
    .selectFrom('usage_hour')
    .where('feature_name', '=', name)
    .where('hour', '>', since)
    .select((table) =>
      rowOf({ environment: table.ref('environment'), hour: table.ref('hour'), yes: table.ref('yes'), no: table.ref('no') }).as('row'),
    ),
  tags: db
    .selectFrom('feature_tag')
    .where('feature_name', '=', name)
    .select((table) => rowOf({ type: table.ref('tag_type'), value: table.ref('tag_value') }).as('row')),
  links: db
    .selectFrom('feature_link')
    .where('feature_name', '=', name)
    .select((table) =>
      rowOf({ id: table.ref('id'), url: table.ref('url'), title: table.ref('title'), sortOrder: table.ref('sort_order') }).as('row'),
    ),
  collaborators: db
    .selectFrom('feature_collaborator')
    .where('feature_name', '=', name)
    .select((table) => rowOf({ id: table.ref('user_id'), name: table.ref('user_name'), changedAt: table.ref('changed_at') }).as('row')),
  dependencies: db
    .selectFrom('feature_dependency')
    .where('child', '=', name)
    .select((table) => rowOf(storedDependency.refs(table)).as('row')),
  children: db
    .selectFrom('feature_dependency')
    .where('parent', '=', name)
    .select((table) => rowOf({ child: table.ref('child') }).as('row')),
  favorites: db
    .selectFrom('favorite_feature')
    .where('feature_name', '=', name)
    .where('user_id', '=', userId)
    .select((table) => rowOf({ userId: table.ref('user_id') }).as('row')),
}));

const featureOf = (db: Kysely<Tables>, name: string) =>
  db
    .selectFrom('feature')
    .where('name', '=', name)
    .select((table) => rowOf(fullFeature.refs(table)).as('row'));

const settingsOf = (db: Kysely<Tables>, name: string) =>
  db
    .selectFrom('feature_environment')
    .innerJoin('environment', 'environment.name', 'feature_environment.environment')
    .where('feature_name', '=', name)
    .select((table) =>
      rowOf({
        name: table.ref('environment.name'),
        type: table.ref('type'),
        sortOrder: table.ref('sort_order'),
        ...ownSettings.refs(table),
      }).as('row'),
    );

const strategiesOf = (db: Kysely<Tables>, name: string) =>
  db
    .selectFrom('feature_strategy')
    .where('feature_name', '=', name)
    .select((table) => rowOf(locatedStrategy.refs(table)).as('row'));
