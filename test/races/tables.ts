import type { Service } from '@signalbox/kit';
import type { Store } from '@signalbox/store';

type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;

/** All rows of the service's entity tables, by table. */
export type Tables = ReadonlyMap<string, readonly Row[]>;

export const tableNames = ({ entities = [] }: Service): string[] => entities.map(({ meta }) => String(meta.tableName));

export async function readTables(store: Store, names: readonly string[]): Promise<Tables> {
  const tables = new Map<string, readonly Row[]>();
  for (const name of names) tables.set(name, await store.reader().execute<Row[]>(`select * from ${name}`));
  return tables;
}
