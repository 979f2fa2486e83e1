import type { Tag } from '@signalbox/contracts';
import { type Decides, reachOf } from '@signalbox/engine';
import { type EntityManager, chunksOf, yieldToOthers } from '@signalbox/kit';
import { compositeKey, Projection } from '@signalbox/table';
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import { perStatement } from '../../base/database/in-chunks.ts';
import { instantOf, tablesOf } from '../../tables/tables.ts';
import { byTypeAndValue } from '../../vocabulary/tag/tag.ts';
import { featureEnvironmentTable } from '../../tables/feature-parts.ts';
import { indexedFeature } from '../../tables/feature.ts';
import { strategyTable } from '../../tables/strategy.ts';
import { type IndexedFeature, type IndexedSettings, jsonPartsOf } from './indexed-feature.ts';
import { KnownEnvironments } from './known-environments.ts';

/** A selection of features: by name, or a range of names. */
type Which = { readonly names: readonly string[] } | { readonly after: string; readonly upTo: string };

/** The features that exist. Yields to other work between chunks. */
export async function readNamedFeatures(em: EntityManager, names: readonly string[]): Promise<IndexedFeature[]> {
  const environments = await KnownEnvironments.read(em);
  const read: IndexedFeature[] = [];
  for (const some of chunksOf(names, perStatement)) {
    read.push(...(await readFeatures(em, { names: some }, environments)));
    await yieldToOthers();
  }
  return read;
}

/** All features by name. Yields to other work between pages. */
export async function readAllFeatures(em: EntityManager): Promise<IndexedFeature[]> {
  const environments = await KnownEnvironments.read(em);
  const read: IndexedFeature[] = [];
  for (let after = ''; ; ) {
    const upTo = await readLastOfPage(em, after);
    if (upTo === undefined) return read;
    read.push(...(await readFeatures(em, { after, upTo }, environments)));
    after = upTo;
    await yieldToOthers();
  }
}

/** Names of all segments by id. */
export async function readSegmentNames(em: EntityManager): Promise<Map<number, string>> {
  const rows = await tablesOf(em).selectFrom('segment').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function readLastOfPage(em: EntityManager, after: string): Promise<string | undefined> {
  const page = tablesOf(em).selectFrom('feature').where('name', '>', after).select('name').orderBy('name').limit(perStatement);
  const row = await tablesOf(em)
    .selectFrom(page.as('page'))
    .select(({ fn }) => fn.max<string | null>('page.name').as('last'))
    .executeTakeFirst();
  return row?.last ?? undefined;
}

async function readFeatures(em: EntityManager, which: Which, environments: KnownEnvironments): Promise<IndexedFeature[]> {
  const rows = await readRows(em, which);
  const uses = await readUses(em, which);
  const settingsOf = await readSettings(em, which, environments, await readDeciding(em, which, uses));
  const tagsOf = await readTags(em, which);
  const segmentsOf = Map.groupBy(uses, ({ feature_name }) => feature_name);
  return rows.map((row) => {
    const segments = new Set(segmentsOf.get(row.name)?.map(({ segment_id }) => segment_id));
    return indexed(row, settingsOf.get(row.name) ?? [], tagsOf.get(row.name) ?? [], [...segments]);
  });
}

const isOneOf = (name: Expression<string>, which: Which): RawBuilder<SqlBool> =>
  'names' in which ? sql`${name} in (${sql.join(which.names)})` : sql`${name} > ${which.after} and ${name} <= ${which.upTo}`;

type Row = Awaited<ReturnType<typeof readRows>>[number];

const readRows = (em: EntityManager, which: Which) =>
  tablesOf(em)
    .selectFrom('feature')
    .leftJoin('feature_dependency', 'feature_dependency.child', 'feature.name')
    .leftJoin('first_production', 'first_production.feature_name', 'feature.name')
    .where((table) => isOneOf(table.ref('feature.name'), which))
    .select(indexedFeature.selection)
    .select([
      'created_at',
      'revived_at',
      'completed_at',
      'completed_status',
      'completed_status_value',
      'archived_at',
      'created_by_user_id',
      'created_by',
      'parent',
      'at',
    ])
    .select((table) =>
      table
        .selectFrom('feature_collaborator')
        .whereRef('feature_collaborator.feature_name', '=', 'feature.name')
        .select(({ fn }) => fn.max<number | null>('changed_at').as('changed_at'))
        .as('changed_at'),
    )
    .execute();

function indexed(row: Row, settings: readonly IndexedSettings[], tags: readonly Tag[], segments: readonly number[]): IndexedFeature {
  const content = { ...indexedFeature.decode(row), createdAtText: instantOf(row.created_at), tags };
  return {
    ...content,
    createdAt: Number(row.created_at),
    revivedAt: numberOrNull(row.revived_at),
    completedAt: numberOrNull(row.completed_at),
    completedStatus: row.completed_status,
    completedStatusValue: row.completed_status_value,
    archivedAt: numberOrNull(row.archived_at),
    changedAt: numberOrNull(row.changed_at),
    inProductionAt: numberOrNull(row.at),
    createdByUserId: row.created_by_user_id,
    createdBy: row.created_by,
    parent: row.parent,
    segments,
    settings,
    jsonParts: jsonPartsOf(content),
  };
}

const numberOrNull = (value: number | null): number | null => (value === null ? null : Number(value));

async function readSettings(
  em: EntityManager,
  which: Which,
  environments: KnownEnvironments,
  deciding: ReadonlyMap<string, Deciding>,
): Promise<Map<string, IndexedSettings[]>> {
  const rows = await tablesOf(em)
    .selectFrom('feature_environment')
    .where((table) => isOneOf(table.ref('feature_name'), which))
    .select(['feature_name', 'environment', 'enabled', 'strategy_count', 'enabled_strategy_count'])
    .select((table) => table.fn<string | null>('nullif', ['variants', table.val('[]')]).as('variants'))
    .execute();
  const settings = rows.map((row) => {
    const strategies = deciding.get(compositeKey(row.feature_name, row.environment)) ?? [];
    const hasDisabled = row.strategy_count > row.enabled_strategy_count;
    return {
      ...row,
      reach: reachOf({ enabled: featureEnvironmentTable.columns.enabled.decode(row.enabled), variants: [], strategies, hasDisabled }).kind,
    };
  });
  const grouped = Map.groupBy(settings, ({ feature_name }) => feature_name);
  return new Map([...grouped].map(([name, own]) => [name, environments.settingsFrom(own)]));
}

type Deciding = Decides['strategies'];

const decidingStrategy = new Projection(strategyTable, ['id', 'featureName', 'environment', 'name', 'parameters', 'constraints']);

/** The enabled strategies of enabled features, by feature and environment. Other strategies do not affect the reach. */
async function readDeciding(em: EntityManager, which: Which, uses: readonly Use[]): Promise<Map<string, Deciding>> {
  const query = tablesOf(em)
    .selectFrom('feature_strategy')
    .innerJoin('feature_environment as settings', (join) =>
      join
        .onRef('settings.feature_name', '=', 'feature_strategy.feature_name')
        .onRef('settings.environment', '=', 'feature_strategy.environment'),
    )
    .where((table) => isOneOf(table.ref('feature_strategy.feature_name'), which))
    .where('settings.enabled', '=', 1)
    .where('feature_strategy.disabled', '=', 0);
  const rows = await decidingStrategy.read(query);
  const usesOf = Map.groupBy(uses, ({ strategy_id }) => strategy_id);
  const grouped = Map.groupBy(rows, ({ featureName, environment }) => compositeKey(featureName, environment));
  const decides = ({ id, name, parameters, constraints }: (typeof rows)[number]): Deciding[number] => ({
    name,
    parameters,
    constraints,
    segments: (usesOf.get(id) ?? []).map(({ segment_id }) => segment_id),
    variants: [],
  });
  return new Map([...grouped].map(([key, own]) => [key, own.map(decides)]));
}

async function readTags(em: EntityManager, which: Which): Promise<Map<string, Tag[]>> {
  const rows = await tablesOf(em)
    .selectFrom('feature_tag')
    .where((table) => isOneOf(table.ref('feature_name'), which))
    .select(['feature_name', 'tag_type as type', 'tag_value as value'])
    .execute();
  const grouped = Map.groupBy(rows, ({ feature_name }) => feature_name);
  return new Map([...grouped].map(([name, own]) => [name, own.map(({ type, value }) => ({ type, value })).sort(byTypeAndValue)]));
}

type Use = Awaited<ReturnType<typeof readUses>>[number];

const readUses = (em: EntityManager, which: Which) =>
  tablesOf(em)
    .selectFrom('feature_strategy_segment')
    .where((table) => isOneOf(table.ref('feature_name'), which))
    .select(['feature_name', 'strategy_id', 'segment_id'])
    .execute();
