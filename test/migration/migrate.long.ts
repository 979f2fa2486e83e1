import { deepEqual, equal, match } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import { type Reference, startReference } from '../reference/start-reference.ts';
import { executeSql, fillReference, type Filled } from './fill-reference.ts';
import { type Migration, startMigration } from './migration.fixture.ts';

for (const version of ['8.2.0', '7.6.5', '6.10.1', '5.12.8']) {
  describe(`migrating from unleash-server ${version}`, () => {
    let reference: Reference;
    let filled: Filled;
    before(async () => {
      reference = await startReference(version);
      filled = await fillReference(reference);
    });
    after(() => reference?.close());

    describe('by its URL', () => {
      let migration: Migration;
      before(async () => {
        migration = await startMigration(reference, ['--source-token', reference.tokens.admin]);
      });
      after(() => migration?.close());

      it('plans without writing anything', async () => {
        const before = await migration.eventCount();
        const { code, output } = await migration.run('plan');
        equal(code, 0, output);
        match(output, /feature +16 +2 +0/);
        equal(await migration.eventCount(), before);
      });

      it('imports everything that the API returns, so that both serve and evaluate the same', async () => {
        const imported = await migration.run('import');
        equal(imported.code, 0, imported.output);
        const { code, output } = await migration.run('verify');
        equal(code, 0, output);
        match(output, / 0 differences/);
        match(await migration.readReport(), / 0 differences/);
      });

      it('changes nothing when it is repeated', async () => {
        const before = await migration.eventCount();
        equal((await migration.run('import')).code, 0);
        equal(await migration.eventCount(), before);
      });
    });

    describe('by its database', () => {
      let migration: Migration;
      before(async () => {
        // The reference server stores usage counts with a delay.
        await eventually(
          () => equal(executeSql(reference, "SELECT count(*) > 0 FROM client_metrics_env WHERE feature_name = 'plain'"), 't'),
          120_000,
        );
        migration = await startMigration(reference, ['--database', reference.databaseUrl]);
      });
      after(() => migration?.close());
      const get = async (path: string) => (await migration.product.admin.get(path)).body;

      it('imports everything, so that both serve and evaluate the same', async () => {
        const imported = await migration.run('import');
        equal(imported.code, 0, imported.output);
        const { code, output } = await migration.run('verify');
        equal(code, 0, output);
        match(output, / 0 differences/);
      });

      it('keeps tags, dependencies, links and archived features with their dates', async () => {
        const plain = await get('/api/admin/projects/shop/features/shop-plain');
        deepEqual([plain.type, plain.description, plain.impressionData], ['kill-switch', 'Off switch', true]);
        const created = executeSql(reference, "SELECT extract(epoch FROM created_at) FROM features WHERE name = 'shop-plain'");
        equal(Date.parse(plain.createdAt), Math.floor(Number(created) * 1000));
        deepEqual((await get('/api/admin/features/shop-plain/tags')).tags, [{ type: 'team', value: 'blue' }]);
        const child = await get('/api/admin/projects/shop/features/shop-child');
        deepEqual(child.dependencies, [{ feature: 'shop-rollout', enabled: true, variants: ['big'] }]);
        const archived = await get('/api/admin/archive/features');
        deepEqual(archived.features.map(({ name }: { name: string }) => name).toSorted(), ['gone', 'shop-gone']);
      });

      it('keeps settings of projects and legal values', async () => {
        const shop = await get('/api/admin/projects/shop/overview');
        deepEqual([shop.mode, shop.defaultStickiness, shop.featureNaming.pattern], ['protected', 'userId', 'shop-.*']);
        const { environments } = await get('/api/admin/projects/default/overview');
        const staging = environments.find(({ environment }: { environment: string }) => environment === 'staging');
        equal(staging.defaultStrategy.parameters.rollout, '20');
        const { legalValues } = await get('/api/admin/context/appName');
        deepEqual(
          legalValues.map(({ value }: { value: string }) => value),
          ['shop-app', 'shop'],
        );
      });

      it('keeps the secrets of tokens in all forms', async () => {
        for (const authorization of [filled.client, filled.shopClient, filled.later].filter((secret) => secret !== null))
          equal((await migration.product.as({ authorization }).get('/api/client/features')).status, 200, authorization);
        const { body } = await migration.product.as({ authorization: filled.personal }).get('/api/admin/user');
        equal(body.user.username, 'admin');
      });

      it('keeps passwords, roles and groups', async () => {
        const { status, body } = await migration.product.as({}).post('/auth/simple/login', filled.user);
        deepEqual([status, body.username], [200, 'ann']);
        const { users, groups, roles } = await get('/api/admin/projects/shop/access');
        const named = (ids: number[]) => ids.map((id) => roles.find((role: { id: number }) => role.id === id)?.name);
        deepEqual(
          users.map((user: { username: string; roles: number[] }) => [user.username, named(user.roles)]),
          [['ann', ['Owner']]],
        );
        deepEqual(
          groups.map((group: { name: string; users: unknown[]; roles: number[] }) => [group.name, group.users.length, named(group.roles)]),
          [['Crew', 1, ['Toggler']]],
        );
      });

      it('keeps events with their times and authors, and counts of evaluations', async () => {
        const [id, at] = executeSql(
          reference,
          "SELECT id, extract(epoch FROM created_at) FROM events WHERE feature_name = 'shop-gone' AND type = 'feature-archived'",
        ).split('|');
        const { events } = await get('/api/admin/search/events?type=IS:feature-archived&feature=IS:shop-gone&limit=10');
        const times = events.map(({ createdAt }: { createdAt: string }) => Date.parse(createdAt));
        equal(times.includes(Math.floor(Number(at) * 1000)), true, `event ${id}`);
        const counts = await get('/api/admin/client-metrics/features/plain/raw');
        equal(
          counts.data.some((hour: { yes: number; no: number }) => hour.yes === 12 && hour.no === 3),
          true,
        );
      });

      it('changes nothing when it is repeated', async () => {
        const before = await migration.eventCount();
        const { code, output } = await migration.run('import');
        equal(code, 0, output);
        equal(await migration.eventCount(), before);
      });
    });
  });
}
