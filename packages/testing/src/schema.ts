import type { Service } from '@signalbox/kit';
import { openStore, type Store } from '@signalbox/store';
import { createConnection } from 'mysql2/promise';
import { newWorkspace, removeWorkspace, settingsOf } from './start.ts';

/** A migrated database of one service, without the service. */
export interface MigratedSchema {
  readonly store: Store;
  close(): Promise<void>;
}

type Migrations = NonNullable<Service['migrations']>;
type Opener = (steps: Migrations) => Promise<Store>;

export interface MigrateOptions {
  /** Each migration fails once at its end and runs again. */
  readonly interrupted?: boolean;
}

/** Migrates a new database, in the way of running that this test run is for. */
export async function migrateService(service: Service, options: MigrateOptions = {}): Promise<MigratedSchema> {
  const { name, entities = [], migrations = [] } = service;
  const workspace = await newWorkspace();
  const { databaseUrl, databasePrefix, dataDir } = settingsOf(workspace);
  if (databaseUrl.startsWith('mysql:')) await createCarelessly(databaseUrl, databasePrefix + name);
  const open: Opener = (steps) =>
    openStore(databaseUrl, { service: name, prefix: databasePrefix, dataDir }, { entities, migrations: steps });
  if (options.interrupted) {
    for (const [index, migration] of migrations.entries()) await interrupt(open, [...migrations.slice(0, index), failing(migration)]);
  }
  const store = await open(migrations);
  await store.migrate();
  return {
    store,
    async close() {
      await store.close();
      await removeWorkspace(workspace);
    },
  };
}

/** As operators may create it who do not know which collation it needs: each table has to name its own. */
async function createCarelessly(url: string, schema: string): Promise<void> {
  const connection = await createConnection(url);
  await connection.query(`create database \`${schema}\` character set utf8mb4 collate utf8mb4_general_ci`);
  await connection.end();
}

const failing = ({ name, up }: Migrations[number]): Migrations[number] => ({
  name,
  up: (words) => [...up(words), 'insert into no_such_table values (1)'],
});

async function interrupt(open: Opener, steps: Migrations): Promise<void> {
  const store = await open(steps);
  try {
    const failure = await store.migrate().then(
      () => undefined,
      (error: Error) => error,
    );
    const cause = String(failure?.cause);
    if (!cause.includes('no_such_table')) throw new Error(`${steps.at(-1)?.name} failed otherwise than it should: ${cause}`);
  } finally {
    await store.close();
  }
}

/** What a column is, whatever the dialect calls it. */
interface Column {
  readonly kind: 'text' | 'number';
  readonly nullable: boolean;
  readonly primary: boolean;
}

/** Where the real tables differ from what the service's entities say of them, and where they ignore case: one sentence each. */
export async function schemaDifferences(store: Store, service: Service): Promise<string[]> {
  const tables = (service.entities ?? []).map(({ meta }) => tableOf(store, String(meta.name)));
  const differences = await Promise.all(tables.toSorted(byName).map((table) => tableDifferences(store, table)));
  return [...differences.flat(), ...(await inexactColumns(store))];
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

/** The tables of the migrator are its own affair. On SQLite every comparison is exact. */
async function inexactColumns(store: Store): Promise<string[]> {
  if (store.dialect === 'sqlite') return [];
  const rows = await store.reader().execute<{ name: string; collation: string }[]>(
    `select concat(table_name, '.', column_name) as name, collation_name as collation from information_schema.columns
      where table_schema = database() and collation_name not like '%\\_bin' and table_name not like 'migration%'
      order by table_name, column_name`,
  );
  return rows.map(({ name, collation }) => `${name} compares as ${collation} does`);
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
