import type { Service } from '@signalbox/kit';
import { columnName, type Table } from '@signalbox/table';
import { type BaseTables, openStore, type Store } from '@signalbox/store';
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
  /** Makes each migration fail once at its end and run again. */
  readonly interrupted?: boolean;
}

/** Migrates a new database, on the servers of this test run. */
export async function migrateService(service: Service, options: MigrateOptions = {}): Promise<MigratedSchema> {
  const { name, entities = [], migrations = [] } = service;
  const workspace = await newWorkspace();
  const { databaseUrl, databasePrefix, dataDir, deadlineFactor } = settingsOf(workspace);
  if (databaseUrl.startsWith('mysql:')) await createCarelessly(databaseUrl, databasePrefix + name);
  const open: Opener = (steps) =>
    openStore(databaseUrl, { service: name, prefix: databasePrefix, dataDir, deadlineFactor }, { entities, migrations: steps });
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

/** Creates the schema with an unsuitable collation, as operators may, so that each table must name its own. */
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

/** A column as the database describes it, in the syntax of `create table`. */
interface Column {
  readonly type: string;
  readonly nullable: boolean;
  readonly primary: boolean;
  readonly default: string | null;
}

/** Differences between the migrated database and the declared tables, and case-insensitive text columns: one sentence each. */
export async function schemaDifferences(store: Store, tables: readonly Table[]): Promise<string[]> {
  const ordered = tables.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const differences = await Promise.all(ordered.map((table) => tableDifferences(store, table)));
  return [...differences.flat(), ...(await undeclaredTables(store, tables)), ...(await inexactColumns(store))];
}

async function tableDifferences(store: Store, table: Table): Promise<string[]> {
  const real = await columnsOfTable(store, table.name);
  if (real.size === 0) return [`there is no table ${table.name}`];
  const declared = declaredColumns(table);
  const additional = [...real.keys()].filter((column) => !declared.has(column));
  return [
    ...[...declared].flatMap(([column, expected]) => compare(store, `${table.name}.${column}`, expected, real.get(column))),
    ...additional.map((column) => `${table.name}.${column} is not declared`),
  ];
}

function compare({ dialect }: Store, column: string, expected: Column, real: Column | undefined): string[] {
  if (!real) return [`${column} is missing`];
  // SQLite has no limits on texts, and keeps those of the `create table` when a migration widens a column.
  const compared = (value: Column[keyof Column]) => (dialect === 'sqlite' ? String(value).replace(/^varchar\(\d+\)$/, 'varchar') : value);
  return (Object.keys(expected) as (keyof Column)[])
    .filter((part) => compared(expected[part]) !== compared(real[part]))
    .map((part) => `${column}: ${part} is ${real[part]}, declared as ${expected[part]}`);
}

function declaredColumns(table: Table): Map<string, Column> {
  return new Map(
    Object.entries(table.columns).map(([name, { codec, facts }]) => [
      columnName(name, { facts }),
      {
        type: codec.sqlType,
        nullable: facts.nullable ?? false,
        primary: facts.primary ?? false,
        default: facts.default === undefined ? null : String(typeof facts.default === 'boolean' ? Number(facts.default) : facts.default),
      },
    ]),
  );
}

/** Tables of the store and of the migrator are in every database. */
async function undeclaredTables(store: Store, tables: readonly Table[]): Promise<string[]> {
  const declared = new Set([...tables.map(({ name }) => name), ...storeTables]);
  const rows = await store.reader().execute<{ name: string }[]>(tablesQuery[store.dialect]);
  return rows.flatMap(({ name }) => (declared.has(name) || name.startsWith('migration') ? [] : [`${name} is not declared`]));
}

const storeTables: readonly (keyof BaseTables)[] = [
  'counter',
  'outbox',
  'outbox_unit',
  'inbox',
  'dead_letter',
  'lease',
  'encryption_key',
  'required_migration',
  'idempotency_record',
];

const tablesQuery: Record<Store['dialect'], string> = {
  sqlite: "select name from sqlite_master where type = 'table' and name not like 'sqlite%' order by name",
  mysql: 'select table_name as name from information_schema.tables where table_schema = database() order by table_name',
};

/** SQLite compares everything exactly. */
async function inexactColumns(store: Store): Promise<string[]> {
  if (store.dialect === 'sqlite') return [];
  const rows = await store.reader().execute<{ name: string; collation: string }[]>(
    `select concat(table_name, '.', column_name) as name, collation_name as collation from information_schema.columns
      where table_schema = database() and collation_name not like '%\\_bin' and table_name not like 'migration%'
      order by table_name, column_name`,
  );
  return rows.map(({ name, collation }) => `${name} compares as ${collation} does`);
}

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly nullable: number;
  readonly is_primary: number;
  readonly initial: string | null;
}

const columnsQuery: Record<Store['dialect'], string> = {
  sqlite: 'select name, type, "notnull" = 0 as nullable, pk > 0 as is_primary, dflt_value as initial from pragma_table_info(?)',
  mysql: `select column_name as name, column_type as type, is_nullable = 'YES' as nullable, column_key = 'PRI' as is_primary,
    column_default as initial from information_schema.columns where table_schema = database() and table_name = ?`,
};

async function columnsOfTable(store: Store, table: string): Promise<Map<string, Column>> {
  const rows = await store.reader().execute<ColumnRow[]>(columnsQuery[store.dialect], [table]);
  return new Map(
    rows.map(({ name, type, nullable, is_primary, initial }) => [
      name,
      {
        type: declaredType(type),
        nullable: Boolean(Number(nullable)),
        primary: Boolean(Number(is_primary)),
        default: declaredDefault(initial),
      },
    ]),
  );
}

/** The type as in migrations. MySQL renames some types, and MariaDB adds a display width to numbers. */
function declaredType(type: string): string {
  const name = type.toLowerCase();
  if (name === 'tinyint(1)') return 'boolean';
  return name.replace(/^int(?:\(\d+\))?$/, 'integer').replace(/^bigint\(\d+\)$/, 'bigint');
}

/** MariaDB returns the default as SQL, MySQL without quotes. */
function declaredDefault(initial: string | null): string | null {
  if (initial === null || initial === 'NULL') return null;
  if (initial === 'false' || initial === 'true') return initial === 'true' ? '1' : '0';
  return initial.replace(/^'(.*)'$/, '$1');
}
