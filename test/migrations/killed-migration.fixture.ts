import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openStore } from '@signalbox/store';
import { settingsOf, testEnvironment, type Workspace } from '@signalbox/testing';
import { runMigrations, storedServices } from '@signalbox/standalone/migrations';

/** Migrates in a separate process that kills itself at that point. Returns whether it reached the point. */
export async function migrateUntil(workspace: Workspace, point: string): Promise<boolean> {
  const env = { ...process.env, TEST_PREFIX: testEnvironment.prefix };
  const child = spawn(process.execPath, [import.meta.filename, JSON.stringify(workspace), point], { env, stdio: 'inherit' });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (signal === 'SIGKILL') return true;
  if (code !== 0) throw new Error(`migrating ended with ${code ?? signal}`);
  return false;
}

/** Migrates, and returns the points of interruption: in each migration before its first statement and after each. */
export async function migrateThrough(workspace: Workspace, reached: (point: string) => void = () => undefined): Promise<string[]> {
  const points: string[] = [];
  await runMigrations(settingsOf(workspace), (service, { name, done }) => {
    points.push(`${service} ${name} ${done}`);
    reached(points.at(-1) ?? '');
  });
  return points;
}

/** Each table with its creation statement and number of rows, by service. */
export async function describeDatabases(workspace: Workspace): Promise<Record<string, string[]>> {
  const settings = settingsOf(workspace);
  const described: Record<string, string[]> = {};
  for (const { options, entities = [], migrations } of await storedServices(settings)) {
    const store = await openStore(settings.databaseUrl, options, { entities, migrations });
    const read = (text: string) => store.reader().execute<Record<string, string>[]>(text);
    const lines: string[] = [];
    for (const { name = '' } of await read(tables[store.dialect])) {
      const [made] = await read(store.dialect === 'mysql' ? `show create table ${name}` : `select '' as name`);
      const [rows] = await read(`select count(*) as n from ${name}`);
      lines.push(`${name}: ${rows?.['n']} rows ${made?.['Create Table'] ?? ''}`);
    }
    if (store.dialect === 'sqlite')
      lines.push(...(await read('select name, sql from sqlite_master order by name')).map((row) => JSON.stringify(row)));
    await store.close();
    described[options.service] = lines;
  }
  return described;
}

const tables = {
  mysql: 'select table_name as name from information_schema.tables where table_schema = database() order by table_name',
  sqlite: "select name from sqlite_master where type = 'table' order by name",
};

if (import.meta.main) {
  const [workspace = '', end = ''] = process.argv.slice(2);
  await migrateThrough(JSON.parse(workspace) as Workspace, (point) => point === end && process.kill(process.pid, 'SIGKILL'));
}
