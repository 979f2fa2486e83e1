import type { Tag } from '@signalbox/contracts';
import { type EntityManager, chunksOf, yieldToOthers } from '@signalbox/kit';
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import { instantOf, tablesOf } from '../../base/database/tables.ts';
import { byTypeAndValue } from '../../vocabulary/tag/tag.ts';
import type { IndexedFeature, IndexedSettings } from './indexed-feature.ts';
import { KnownEnvironments } from './known-environments.ts';

/** Some features: by their names, or all that come after one. */
type Which = { readonly names: readonly string[] } | { readonly after: string; readonly upTo: string };

const featuresAtOnce = 500;

/** Those of the features that there are; others run between their chunks. */
export async function readNamedFeatures(em: EntityManager, names: readonly string[]): Promise<IndexedFeature[]> {
  const environments = await KnownEnvironments.read(em);
  const read: IndexedFeature[] = [];
  for (const some of chunksOf(names, featuresAtOnce)) {
    read.push(...(await readFeatures(em, { names: some }, environments)));
    await yieldToOthers();
  }
  return read;
}

/** All features by name; others run between the pages that they are read in. */
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

/** The names of all segments by their ids. */
export async function readSegmentNames(em: EntityManager): Promise<Map<number, string>> {
  const rows = await tablesOf(em).selectFrom('segment').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function readLastOfPage(em: EntityManager, after: string): Promise<string | undefined> {
  const page = tablesOf(em).selectFrom('feature').where('name', '>', after).select('name').orderBy('name').limit(featuresAtOnce);
  const row = await tablesOf(em)
    .selectFrom(page.as('page'))
    .select(({ fn }) => fn.max<string | null>('page.name').as('last'))
    .executeTakeFirst();
  return row?.last ?? undefined;
}

async function readFeatures(em: EntityManager, which: Which, environments: KnownEnvironments): Promise<IndexedFeature[]> {
  const rows = await readRows(em, which);
  const settingsOf = await readSettings(em, which, environments);
  const tagsOf = await readTags(em, which);
  const segmentsOf = await readSegments(em, which);
  return rows.map((row) => indexed(row, settingsOf.get(row.name) ?? [], tagsOf.get(row.name) ?? [], segmentsOf.get(row.name) ?? []));
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
    .select(['feature.name', 'project_id', 'type', 'description', 'stale', 'impression_data', 'created_at', 'revived_at'])
    .select([
      'completed_at',
      'completed_status',
      'completed_status_value',
      'archived_at',
      'created_by_user_id',
      'created_by',
      'parent',
      'at',
    ])
    .execute();

function indexed(row: Row, settings: readonly IndexedSettings[], tags: readonly Tag[], segments: readonly number[]): IndexedFeature {
  return {
    name: row.name,
    project: row.project_id,
    type: row.type,
    description: row.description,
    stale: Boolean(row.stale),
    impressionData: Boolean(row.impression_data),
    createdAt: Number(row.created_at),
    createdAtText: instantOf(row.created_at),
    revivedAt: numberOrNull(row.revived_at),
    completedAt: numberOrNull(row.completed_at),
    completedStatus: row.completed_status,
    completedStatusValue: row.completed_status_value,
    archivedAt: numberOrNull(row.archived_at),
    inProductionAt: numberOrNull(row.at),
    createdByUserId: row.created_by_user_id,
    createdBy: row.created_by,
    parent: row.parent,
    tags,
    segments,
    settings,
  };
}

const numberOrNull = (value: number | null): number | null => (value === null ? null : Number(value));

async function readSettings(em: EntityManager, which: Which, environments: KnownEnvironments): Promise<Map<string, IndexedSettings[]>> {
  const rows = await tablesOf(em)
    .selectFrom('feature_environment')
    .where((table) => isOneOf(table.ref('feature_name'), which))
    .select(['feature_name', 'environment', 'enabled', 'strategy_count', 'enabled_strategy_count'])
    .select((table) => table.fn<string | null>('nullif', ['variants', table.val('[]')]).as('variants'))
    .execute();
  const grouped = Map.groupBy(rows, ({ feature_name }) => feature_name);
  return new Map([...grouped].map(([name, own]) => [name, environments.settingsFrom(own)]));
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

async function readSegments(em: EntityManager, which: Which): Promise<Map<string, number[]>> {
  const rows = await tablesOf(em)
    .selectFrom('feature_strategy_segment')
    .where((table) => isOneOf(table.ref('feature_name'), which))
    .select(['feature_name', 'segment_id'])
    .distinct()
    .execute();
  const grouped = Map.groupBy(rows, ({ feature_name }) => feature_name);
  return new Map([...grouped].map(([name, own]) => [name, own.map(({ segment_id }) => segment_id)]));
}
