import { deepEqual, equal, ok } from 'node:assert/strict';
import { type Principal, roleIds } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import { FeatureEnvironment } from '../../feature/feature/feature-environment.ts';
import { FeatureTag } from '../../feature/tag/feature-tag.ts';
import { countStrategies } from '../../feature/strategy/count-strategies.ts';
import { Strategy } from '../../feature/strategy/strategy.ts';
import { Feature } from '../../feature/feature/feature.ts';
import { toggles } from '../../service.ts';

describe('read projects', () => {
  let app: TestApp;
  let member: Principal;
  before(async () => {
    app = await start([toggles]);
    const admin = app.as(app.users.admin);
    await admin.post('/api/admin/projects', { id: 'shop', name: 'A shop' });
    await admin.post('/api/admin/projects', { id: 'vault', name: 'Vault', mode: 'private' });
    for (const name of ['shop.b', 'shop.a', 'shop.gone']) await admin.post('/api/admin/projects/shop/features', { name, description: 'd' });
    await app.store('toggles').transaction(async (em) => {
      (await em.findOneOrFail(Feature, { name: 'shop.gone' })).archive(new Date());
      const setting = await em.findOneOrFail(FeatureEnvironment, { featureName: 'shop.a', environment: 'production' });
      Object.assign(setting, { enabled: true, lastSeenAt: new Date('2026-03-01T10:00:00.123Z'), variants: [{ name: 'v', weight: 1000 }] });
      const unused = await em.findOneOrFail(FeatureEnvironment, { featureName: 'shop.a', environment: 'development' });
      unused.enabled = true;
      const strategy = { featureName: 'shop.a', environment: 'production', name: 'default', title: null, parameters: {}, constraints: [] };
      for (const [sortOrder, disabled] of [false, true].entries()) {
        const id = `00000000-0000-4000-8000-00000000000${sortOrder}`;
        em.create(Strategy, { ...strategy, id, disabled, sortOrder, variants: [], createdAt: new Date() });
      }
      await countStrategies(em, ['shop.a'], ['production']);
      em.create(FeatureTag, { featureName: 'shop.b', type: 'simple', value: 'team-a', createdAt: new Date() });
    });
    await app.users.hide('vault');
    member = app.users.someone();
    await app.users.grant(member, roleIds.member, 'vault');
    // A principal with a newer access version makes the service catch up.
    await app.as(member).get('/api/admin/projects');
  });
  after(() => app.close());

  const idsSeenBy = async (principal: Principal) => {
    const { status, body } = await app.as(principal).get('/api/admin/projects');
    equal(status, 200);
    equal(body.version, 1);
    return body.projects.map(({ id }: { id: string }) => id);
  };

  it('lists projects by name with the number of their active features', async () => {
    const { body } = await app.as(app.users.admin).get('/api/admin/projects');
    deepEqual(
      body.projects.map(({ id, featureCount }: { id: string; featureCount: number }) => [id, featureCount]),
      [
        ['shop', 2],
        ['default', 0],
        ['vault', 0],
      ],
    );
    const { createdAt, lastUpdatedAt, ...shop } = body.projects[0];
    equal(new Date(createdAt).toISOString(), createdAt);
    ok(lastUpdatedAt > createdAt, 'features came after the project');
    deepEqual(shop, {
      id: 'shop',
      name: 'A shop',
      description: null,
      mode: 'open',
      defaultStickiness: 'default',
      health: 100,
      technicalDebt: 0,
      staleFeatureCount: 0,
      potentiallyStaleFeatureCount: 0,
      onboardingStatus: { status: 'onboarded' },
      lastReportedFlagUsage: '2026-03-01T10:00:00.123Z',
      featureCount: 2,
      memberCount: 0,
      favorite: false,
      updatedAt: null,
      archivedAt: null,
      owners: [{ ownerType: 'system' }],
    });
  });

  it('counts stale features, and those past the lifetime of their type', async () => {
    await app.as(app.users.admin).post('/api/admin/projects', { id: 'old', name: 'Old' });
    for (const name of ['old.a', 'old.b', 'old.c']) await app.as(app.users.admin).post('/api/admin/projects/old/features', { name });
    await app.store('toggles').transaction(async (em) => {
      await em.nativeUpdate(Feature, { name: 'old.b' }, { createdAt: new Date('2020-01-01T00:00:00.000Z') });
    });
    await app.as(app.users.admin).post('/api/admin/projects/old/stale', { features: ['old.a'], stale: true });
    await app.as(app.users.admin).post('/api/admin/features/old.b/tags', { type: 'simple', value: 'old' });
    const { body } = await app.as(app.users.viewer).get('/api/admin/projects');
    const { health, featureCount, staleFeatureCount, potentiallyStaleFeatureCount } = body.projects.find(
      ({ id }: { id: string }) => id === 'old',
    );
    deepEqual([health, featureCount, staleFeatureCount, potentiallyStaleFeatureCount], [33, 3, 1, 1]);
    equal((await app.as(app.users.admin).post('/api/admin/projects/old/archive', { features: ['old.a', 'old.b', 'old.c'] })).status, 202);
    equal((await app.as(app.users.admin).delete('/api/admin/projects/old')).status, 200);
  });

  it('returns an empty list of archived projects', async () => {
    const { status, body } = await app.as(app.users.admin).get('/api/admin/projects?archived=true');
    deepEqual([status, body], [200, { version: 1, projects: [] }]);
    equal((await app.as(app.users.admin).get('/api/admin/projects?archived=false')).body.projects.length, 3);
  });

  it('counts the members of a project and recent joiners', async () => {
    const { body } = await app.as(app.users.admin).get('/api/admin/projects');
    const counts = body.projects.map(({ id, memberCount }: { id: string; memberCount: number }) => [id, memberCount]);
    deepEqual(Object.fromEntries(counts), { shop: 0, default: 0, vault: 1 });
    const { body: vault } = await app.as(app.users.admin).get('/api/admin/projects/vault/overview');
    deepEqual([vault.members, vault.stats.projectMembersAddedCurrentWindow], [1, 1]);
  });

  it('marks the favorite projects of the caller', async () => {
    const fan = app.users.someone();
    equal((await app.as(fan).post('/api/admin/projects/shop/favorites')).status, 200);
    const favoritesOf = async (user: typeof fan) => {
      const { body } = await app.as(user).get('/api/admin/projects');
      return body.projects.filter(({ favorite }: { favorite: boolean }) => favorite).map(({ id }: { id: string }) => id);
    };
    deepEqual([await favoritesOf(fan), await favoritesOf(app.users.viewer)], [['shop'], []]);
  });

  it('hides a private project from viewers without a role in it', async () => {
    deepEqual(await idsSeenBy(app.users.viewer), ['shop', 'default']);
    deepEqual(await idsSeenBy(app.users.editor), ['shop', 'default', 'vault']);
    deepEqual(await idsSeenBy(member), ['shop', 'default', 'vault']);
  });

  it('returns 404 for unknown and hidden projects', async () => {
    equal((await app.as(app.users.admin).get('/api/admin/projects/nowhere')).status, 404);
    const { status, body } = await app.as(app.users.viewer).get('/api/admin/projects/vault');
    equal(status, 404);
    equal(body.name, 'NotFoundError');
    equal((await app.as(app.users.admin).get('/api/admin/projects/vault')).status, 200);
  });

  it('returns 404 for an id with a trailing blank, so that it cannot reveal a private project', async () => {
    const seen = await app.as(app.users.viewer).get('/api/admin/projects/vault/overview');
    equal(seen.status, 404);
    for (const who of [app.users.viewer, app.users.admin]) {
      for (const path of ['', '/overview', '/health-report', '/dora'])
        equal((await app.as(who).get(`/api/admin/projects/vault%20${path}`)).status, 404, path);
    }
    const admin = app.as(app.users.admin);
    equal((await admin.delete('/api/admin/projects/default%20')).status, 404);
    equal((await admin.get('/api/admin/environments/production%20')).status, 404);
    equal((await admin.get('/api/admin/environments/project/vault%20')).status, 404);
    equal((await admin.post('/api/admin/segments', { name: 's', project: 'vault ', constraints: [] })).status, 400);
  });

  it('refuses an anonymous caller with 401', async () => {
    equal((await app.as(null).get('/api/admin/projects')).status, 401);
    equal((await app.as(null).get('/api/admin/projects/default')).status, 401);
  });

  it('returns settings, environments in their order and active features by name', async () => {
    const { status, body } = await app.as(app.users.viewer).get('/api/admin/projects/shop');
    equal(status, 200);
    const { features, createdAt: _createdAt, ...overview } = body;
    deepEqual(overview, {
      version: 1,
      name: 'A shop',
      description: null,
      mode: 'open',
      defaultStickiness: 'default',
      featureLimit: null,
      featureNaming: { pattern: null, example: null, description: null },
      members: 0,
      health: 100,
      favorite: false,
      environments: ['development', 'production'].map((environment) => ({ environment, changeRequestsEnabled: false })),
      updatedAt: null,
    });
    const [first, second] = features;
    deepEqual([features.length, first.name, second.name], [2, 'shop.a', 'shop.b']);
    deepEqual([first.tags, second.tags], [undefined, [{ type: 'simple', value: 'team-a' }]]);
    equal(first.lastSeenAt, '2026-03-01T10:00:00.123Z');
    equal(second.lastSeenAt, null);
  });

  it('returns an environment without strategies as off, regardless of the stored switch', async () => {
    const { body } = await app.as(app.users.viewer).get('/api/admin/projects/shop');
    const seen = { type: 'production', lastSeenAt: '2026-03-01T10:00:00.123Z', variantCount: 1 };
    deepEqual(body.features[0].environments, [
      {
        name: 'development',
        enabled: false,
        type: 'development',
        sortOrder: 2,
        variantCount: 0,
        lastSeenAt: null,
        hasStrategies: false,
        hasEnabledStrategies: false,
      },
      { name: 'production', enabled: true, sortOrder: 3, hasStrategies: true, hasEnabledStrategies: true, ...seen },
    ]);
  });
});
