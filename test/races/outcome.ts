import type { Row, Tables } from './tables.ts';
import type { World } from './world.ts';

/** Values that differ from run to run and are not part of an outcome. */
const passing = new Set([
  'changed_at',
  'created_at',
  'last_at',
  'updated_at',
  'last_seen_at',
  'seen_at',
  'deleted_at',
  'revived_at',
  'at',
  'day',
  'id',
  'sort_order',
]);

/** The time when a feature was first on in production counts from the millisecond of its creation. */
const passedOver = new Set(['first_production']);

/** Rows of one world as text. Worlds in the same state have the same text. */
export function outcomeOf({ number }: World, tables: Tables): string {
  const own = new RegExp(`\\bw${number}\\.`);
  const rows = [...tables].flatMap(([table, all]) =>
    passedOver.has(table) ? [] : all.map((row) => `${table} ${JSON.stringify(withNames(row, tables))}`),
  );
  return rows
    .filter((row) => own.test(row))
    .map((row) => row.replaceAll(new RegExp(own, 'g'), ''))
    .filter((row) => !/\bw\d+\./.test(row)) // Links of a new project to environments of the other worlds.
    .sort()
    .join('\n');
}

function withNames(row: Row, tables: Tables): Row {
  const shown = Object.entries(row).filter(([column]) => !passing.has(column));
  return Object.fromEntries(shown.map(([column, value]) => [column, named(column, value, tables)]));
}

/** Replaces generated and random ids with the objects that they identify. */
function named(column: string, value: Row[string], tables: Tables): Row[string] {
  if (['archived_at', 'completed_at', 'switched_at'].includes(column)) return value === null ? null : column;
  if (column === 'segment_id') return find(tables, 'segment', value)?.['name'] ?? null;
  if (column === 'default_strategy' && value) return String(value).replaceAll(/"segments":\[\d+\]/g, '"segments":["one"]');
  if (column !== 'strategy_id') return value;
  const strategy = find(tables, 'feature_strategy', value);
  return strategy ? `${strategy['title']} of ${strategy['feature_name']} in ${strategy['environment']}` : null;
}

const find = (tables: Tables, table: string, id: Row[string]) => tables.get(table)?.find((row) => row['id'] === id);
