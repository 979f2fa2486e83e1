import { deepEqual, equal } from 'node:assert/strict';
import { audit } from '@signalbox/audit';
import { changeRequests } from '@signalbox/change-requests';
import { identity } from '@signalbox/identity';
import type { Service } from '@signalbox/kit';
import { start, type TestApp, testEnvironment } from '@signalbox/testing';
import { toggles } from '@signalbox/toggles';

/** On SQLite each app has separate files. */
const describeWithServers = testEnvironment.way === 'distributed' ? describe : () => undefined;

describeWithServers('schemas reused by the next app with the same services', () => {
  const open = (service: Service) => start([service], { ownIdentity: service === identity });

  for (const service of [toggles, identity, audit, changeRequests]) {
    it(`are like new ones: ${service.name}`, async () => {
      const first = await open(service);
      const fresh = await rowsOf(first, service);
      await write(first);
      await first.close();
      const second = await open(service);
      equal(second.store(service.name).location, first.store(service.name).location);
      deepEqual(await rowsOf(second, service), fresh);
      await second.close();
    });
  }
});

/** Inserts rows in tables with and without generated ids, if they exist. */
async function write(app: TestApp): Promise<void> {
  const admin = app.as(app.users.admin);
  await admin.post('/api/admin/projects', { id: 'left', name: 'Left' });
  await admin.post('/api/admin/segments', { name: 'left', constraints: [] });
}

/** Number of rows and next id of each table. Leases come and go. */
async function rowsOf(app: TestApp, { name }: Service): Promise<readonly string[]> {
  const em = app.store(name).reader();
  const tables = await em.execute<{ name: string; next: number | null }[]>(
    `select table_name as name, auto_increment as next from information_schema.tables
      where table_schema = database() and table_name <> 'lease' order by table_name`,
  );
  const lines: string[] = [];
  for (const { name: table, next } of tables) {
    const [row] = await em.execute<{ n: number }[]>(`select count(*) as n from \`${table}\``);
    lines.push(`${table}: ${row?.n} rows, next ${next}`);
  }
  return lines;
}
