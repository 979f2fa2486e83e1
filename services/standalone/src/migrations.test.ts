import { deepEqual, equal, match } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { openStore } from '@signalbox/store';
import { eventually, newWorkspace, removeWorkspace, settingsOf, testEnvironment, type Workspace } from '@signalbox/testing';
import { surfaces } from './base/services.ts';
import { openStandalone } from './standalone.ts';
import { migrationTable, planMigrations, runMigrations, storedServices } from './base/migrations.ts';

describe('the migration command', () => {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await newWorkspace(surfaces);
  });
  afterEach(() => removeWorkspace(workspace));

  it('plans and runs each migration once for every service that has data', async () => {
    const settings = settingsOf(workspace);
    const plan = await planMigrations(settings);
    deepEqual([...new Set(plan.map(({ service }) => service))], ['identity', 'toggles', 'change-requests', 'audit', 'integrations']);
    for (const { number, state } of plan) equal(`${/^\d{4}$/.test(number)} ${state}`, 'true new');
    deepEqual(await planMigrations(settings), plan);
    deepEqual(await runMigrations(settings), plan);
    const done = plan.map((step) => ({ ...step, state: 'done' as const }));
    deepEqual(await planMigrations(settings), done);
    deepEqual(await runMigrations(settings), done);
  });

  it('prints the plan as a table', () => {
    const step = {
      service: 'toggles',
      database: 'data/toggles.db',
      migration: 'features',
      number: '0001',
      statements: 40,
      state: 'new',
    } as const;
    deepEqual(migrationTable([step, { ...step, migration: 'more', number: '0002', statements: 2, state: 'done' }]), [
      'service  database         migration  number  statements  state',
      'toggles  data/toggles.db  features   0001    40          new',
      'toggles  data/toggles.db  more       0002    2           done',
    ]);
  });

  /** Migrates audit's schema as a later version would. */
  async function migrateAsLater(runsFrom?: string): Promise<void> {
    const settings = settingsOf(workspace);
    const audit = (await storedServices(settings)).find(({ options }) => options.service === 'audit');
    const later = [...(audit?.migrations ?? []), { name: '0999-later', up: () => ['select 1'], ...(runsFrom && { runsFrom }) }];
    const store = await openStore(
      settings.databaseUrl,
      { ...audit?.options, service: 'audit', ...workspace },
      { entities: [], migrations: later },
    );
    await store.migrate();
    await store.close();
  }

  it('has nothing to do on a schema that the next version has extended, and all services start on it, as in a roll-back', async () => {
    const settings = settingsOf(workspace);
    await runMigrations(settings);
    await migrateAsLater();
    const { status, stderr } = run(['migrate']);
    deepEqual([status, stderr], [0, '']);
    const steps = await planMigrations(settings);
    deepEqual([...new Set(steps.map(({ state }) => state))], ['done']);
    const product = await openStandalone({ settings: settingsOf(workspace, { PORT: '0', HOST: '127.0.0.1' }, surfaces) });
    try {
      await eventually(async () => equal((await fetch(`http://127.0.0.1:${product.port}/ready`)).status, 200));
    } finally {
      await product.close();
    }
  });

  it('refuses a schema that requires a later version with one sentence, as services do', async () => {
    await migrateAsLater('0999-later');
    for (const command of [['migrate', '--plan'], ['migrate'], ['audit']]) {
      const { status, stderr } = run(command);
      equal(status, 2);
      match(
        stderr,
        /DATABASE_URL cannot be used.*a later version has migrated it, and only versions with migration 0999-later can run on it[^\n]*\.\n$/,
      );
    }
  });

  function run(words: readonly string[]) {
    const { mysqlUrl = '', amqpUrl = '', redisUrl = '', way } = testEnvironment;
    const servers = way === 'standalone' ? {} : { DATABASE_URL: mysqlUrl, BUS_URL: amqpUrl, CACHE_URL: redisUrl };
    const own = { DATA_DIR: workspace.dataDir, DATABASE_PREFIX: workspace.prefix, INTERNAL_SECRET: 'x'.repeat(40), PORT: '0' };
    const env = { ...process.env, ...servers, ...own };
    return spawnSync(process.execPath, [testEnvironment.entry, ...words], { env, encoding: 'utf8' });
  }
});
