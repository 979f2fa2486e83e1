import type { Service, Settings } from '@signalbox/kit';
import { type MigrationListener, openStore, type Store, type StoreOptions } from '@signalbox/store';
import { loadServices } from './services.ts';

/** A migration of a service, and its database. */
export interface Step {
  readonly service: string;
  readonly database: string;
  /** Without its number. */
  readonly migration: string;
  readonly number: string;
  readonly statements: number;
  readonly state: 'new' | 'done';
}

/** A service with data, and the options of its store. */
export interface StoredService extends Pick<Service, 'entities'> {
  readonly options: StoreOptions;
  readonly migrations: NonNullable<Service['migrations']>;
}

/** All services with data, in the order of their migration. */
export async function storedServices({ databasePrefix: prefix, dataDir }: Settings): Promise<StoredService[]> {
  return (await loadServices()).flatMap(({ name, entities = [], migrations }) =>
    migrations ? [{ options: { service: name, prefix, dataDir }, entities, migrations }] : [],
  );
}

/** Lists all migrations of all services without changing a table. */
export const planMigrations = (settings: Settings): Promise<Step[]> => inEachStore(settings, () => Promise.resolve());

/** Runs the new migrations and returns the plan from before. Calls `onStep` for each statement, with the service's name. */
export const runMigrations = (
  settings: Settings,
  onStep: (service: string, ...step: Parameters<MigrationListener>) => void = () => undefined,
) => inEachStore(settings, (store, service) => store.migrate((step) => onStep(service, step)));

/** Visits the services one by one, so that a failure shows which of them are done. */
async function inEachStore(settings: Settings, work: (store: Store, service: string) => Promise<void>): Promise<Step[]> {
  const steps: Step[] = [];
  for (const { options, entities = [], migrations } of await storedServices(settings)) {
    const store = await openStore(settings.databaseUrl, options, { entities, migrations });
    try {
      steps.push(...(await planOf(options.service, store)));
      await work(store, options.service);
    } finally {
      await store.close();
    }
  }
  return steps;
}

async function planOf(service: string, store: Store): Promise<Step[]> {
  return (await store.planMigrations()).map(({ name, statements, isDone }) => {
    const [, number = '', migration = name] = /^(\d+)-(.+)$/.exec(name) ?? [];
    return { service, database: store.location, migration, number, statements, state: isDone ? 'done' : 'new' };
  });
}

const headings = ['service', 'database', 'migration', 'number', 'statements', 'state'] as const;

/** The steps as lines of a table with a heading. */
export function migrationTable(steps: readonly Step[]): string[] {
  const rows = [headings, ...steps.map((step) => headings.map((heading) => String(step[heading])))];
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
