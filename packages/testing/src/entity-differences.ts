import type { Service } from '@signalbox/kit';
import type { Store } from '@signalbox/store';

/** What a column is, whatever the dialect calls it. */
interface Column {
  readonly kind: 'text' | 'number';
  readonly nullable: boolean;
  readonly primary: boolean;
}

/** Where the real tables differ from what the service's entities say of them, and where they ignore case: one sentence each. */
export async function entityDifferences(store: Store, service: Service): Promise<string[]> {
  const tables = (service.entities ?? []).map(({ meta }) => tableOf(store, String(meta.name)));
  const differences = await Promise.all(tables.toSorted(byName).map((table) => tableDifferences(store, table)));
  return differences.flat();
}

async function tableDifferences(store: Store, { tableName, entity, columns }: Table): Promise<string[]> {
  const real = await columnsOfTable(store, tableName);
  const additional = [...real.keys()].filter((column) => !columns.has(column));
  return [
    ...(real.size === 0 ? [`there is no table ${tableName}`] : []),
    ...[...columns].flatMap(([column, wanted]) => compare(`${tableName}.${column}`, wanted, real.get(column))),
    ...additional.map((column) => `${tableName}.${column} is no property of ${entity}`),
  ];
}

function compare(workspace: string, wanted: Column, real: Column | undefined): string[] {
  if (!real) return [`${workspace} is missing`];
  return (Object.keys(wanted) as (keyof Column)[])
    .filter((part) => wanted[part] !== real[part])
    .map((part) => `${workspace}: ${part} is ${real[part]}, the entity says ${wanted[part]}`);
}

const kindOf = (type: string): Column['kind'] => (/char|text|json/i.test(type) ? 'text' : 'number');

interface Table {
  readonly tableName: string;
  readonly entity: string;
  readonly columns: ReadonlyMap<string, Column>;
}

const byName = (one: Table, other: Table) => (one.tableName < other.tableName ? -1 : 1);

function tableOf(store: Store, entity: string): Table {
  const meta = store.reader().getMetadata().getByClassName(entity);
  const columns = new Map<string, Column>();
  for (const { fieldNames, columnTypes, nullable, primary, persist } of Object.values(meta.properties)) {
    const [field] = fieldNames ?? [];
    if (field === undefined || persist === false) continue;
    columns.set(field, { kind: kindOf(columnTypes[0] ?? ''), nullable: nullable ?? false, primary: primary ?? false });
  }
  return { tableName: meta.tableName, entity, columns };
}

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly nullable: number;
  readonly is_primary: number;
}

const columnsQuery: Record<Store['dialect'], string> = {
  sqlite: 'select name, type, "notnull" = 0 as nullable, pk > 0 as is_primary from pragma_table_info(?)',
  mysql: `select column_name as name, data_type as type, is_nullable = 'YES' as nullable, column_key = 'PRI' as is_primary
    from information_schema.columns where table_schema = database() and table_name = ?`,
};

async function columnsOfTable(store: Store, table: string): Promise<Map<string, Column>> {
  const rows = await store.reader().execute<ColumnRow[]>(columnsQuery[store.dialect], [table]);
  return new Map(
    rows.map(({ name, type, nullable, is_primary }) => [
      name,
      { kind: kindOf(type), nullable: Boolean(Number(nullable)), primary: Boolean(Number(is_primary)) },
    ]),
  );
}
