import type { EntityManager, Service } from '@signalbox/kit';
import { openStore, type Store } from '@signalbox/store';
import { newWorkspace, removePlace, settingsOf } from './start.ts';

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
  /** Rows that are there before a migration runs, by its name, in the shape that tables had then. */
  readonly rows?: { readonly before: string; readonly insert: (em: EntityManager) => Promise<void> };
}

/** Migrates a new database, in the way of running that this test run is for. */
export async function migrateService(service: Service, options: MigrateOptions = {}): Promise<MigratedSchema> {
  const { name, entities = [], migrations = [] } = service;
  const place = await newWorkspace();
  const { databaseUrl, databasePrefix, dataDir } = settingsOf(place);
  const open: Opener = (steps) =>
    openStore(databaseUrl, { service: name, prefix: databasePrefix, dataDir }, { entities, migrations: steps });
  if (options.interrupted) {
    for (const [index, migration] of migrations.entries()) await interrupt(open, [...migrations.slice(0, index), failing(migration)]);
  }
  if (options.rows) await fill(open, migrations, options.rows);
  const store = await open(migrations);
  await store.migrate();
  return {
    store,
    async close() {
      await store.close();
      await removePlace(place);
    },
  };
}

const failing = ({ name, up }: Migrations[number]): Migrations[number] => ({
  name,
  up: (words) => [...up(words), 'insert into no_such_table values (1)'],
});

async function fill(open: Opener, migrations: Migrations, { before, insert }: NonNullable<MigrateOptions['rows']>): Promise<void> {
  const index = migrations.findIndex(({ name }) => name === before);
  if (index < 0) throw new Error(`There is no migration ${before}.`);
  const store = await open(migrations.slice(0, index));
  try {
    await store.migrate();
    await store.transaction(insert);
  } finally {
    await store.close();
  }
}

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

/** Where the real tables differ from what the service's entities say of them, one sentence each. */
export async function schemaDifferences(store: Store, service: Service): Promise<string[]> {
  const differences: string[] = [];
  for (const { name } of (service.entities ?? []).map((entity) => entity.meta)) {
    const { tableName, columns: expected } = columnsOfEntity(store, String(name));
    const real = await columnsOfTable(store, tableName);
    if (real.size === 0) differences.push(`there is no table ${tableName}`);
    for (const [column, wanted] of expected) differences.push(...compare(`${tableName}.${column}`, wanted, real.get(column)));
    for (const column of real.keys())
      if (!expected.has(column)) differences.push(`${tableName}.${column} is no property of ${String(name)}`);
  }
  return differences;
}

function compare(place: string, wanted: Column, real: Column | undefined): string[] {
  if (!real) return [`${place} is missing`];
  return (Object.keys(wanted) as (keyof Column)[])
    .filter((part) => wanted[part] !== real[part])
    .map((part) => `${place}: ${part} is ${real[part]}, the entity says ${wanted[part]}`);
}

const kindOf = (type: string): Column['kind'] => (/char|text|json/i.test(type) ? 'text' : 'number');

function columnsOfEntity(store: Store, name: string): { tableName: string; columns: Map<string, Column> } {
  const meta = store.reader().getMetadata().getByClassName(name);
  const columns = new Map<string, Column>();
  for (const { fieldNames, columnTypes, nullable, primary, persist } of Object.values(meta.properties)) {
    const [field] = fieldNames ?? [];
    if (field === undefined || persist === false) continue;
    columns.set(field, { kind: kindOf(columnTypes[0] ?? ''), nullable: nullable ?? false, primary: primary ?? false });
  }
  return { tableName: meta.tableName, columns };
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
