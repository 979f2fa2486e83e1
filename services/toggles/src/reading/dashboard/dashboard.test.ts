import { deepEqual, equal } from 'node:assert/strict';
import { type Principal, roleIds } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import { addProject, archive, features, postFeatures } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';

describe('personal dashboard', () => {
  let app: TestApp;
  let owner: Principal;
  let clock = Date.parse('2026-03-01T12:00:00.000Z');
  before(async () => {
    app = await start([toggles], { effects: { now: () => new Date((clock += 1000)) } });
    for (const id of ['shop', 'vault', 'quiet']) await addProject(app, id);
    owner = app.users.someone();
    await app.users.grant(owner, roleIds.owner, 'vault');
    await app.users.hide('vault');
    await postFeatures(app, ['cart', 'gone']);
    await postFeatures(app, ['lamp'], 'shop');
    await archive(app, 'gone');
    equal((await app.as(owner).post('/api/admin/projects/vault/features', { name: 'secret' })).status, 201);
  });
  after(() => app.close());

  const path = '/api/admin/personal-dashboard';
  const dashboard = async (who: Principal) => {
    const { body } = await app.as(who).get(path);
    const { projects, projectOwners } = body;
    return { projects, projectOwners, features: body.flags };
  };
  const idsOf = (projects: readonly { id: string }[]) => projects.map(({ id }) => id);

  it('lists projects that the user belongs to, works in or has as favorites, and features that the user created or has as favorites', async () => {
    const outsider = app.users.someone();
    const empty = await dashboard(outsider);
    deepEqual([empty.projects, empty.features], [[], []]);

    await app.as(outsider).post(`${features}/cart/favorites`);
    await app.as(outsider).post('/api/admin/projects/quiet/favorites');
    const liked = await dashboard(outsider);
    deepEqual([idsOf(liked.projects), liked.features], [['quiet'], [{ name: 'cart', project: 'default', type: 'release' }]]);

    const { projects, features: own } = await dashboard(owner);
    deepEqual(projects, [{ id: 'vault', name: 'vault', health: 100, technicalDebt: 0, memberCount: 1, featureCount: 1 }]);
    deepEqual(own, [{ name: 'secret', project: 'vault', type: 'release' }]);

    const working = await dashboard(app.users.admin);
    deepEqual(idsOf(working.projects), ['default', 'shop']);
    deepEqual(
      working.features.map(({ name }: { name: string }) => name),
      ['lamp', 'cart'],
    );
  });

  it('names the owners of visible projects', async () => {
    const user = { ownerType: 'user', id: owner.id, name: owner.name };
    deepEqual((await dashboard(app.users.admin)).projectOwners, [user]);
    deepEqual((await dashboard(app.users.someone())).projectOwners, []);
    const { body } = await app.as(app.users.admin).get('/api/admin/projects');
    const ownersOf = (id: string) => body.projects.find((project: { id: string }) => project.id === id).owners;
    deepEqual([ownersOf('vault'), ownersOf('shop')], [[user], [{ ownerType: 'system' }]]);
  });

  it('names an owner who has not changed anything', async () => {
    const idle = app.users.someone();
    await app.users.grant(idle, roleIds.owner, 'quiet');
    // A principal with a newer access version makes the service catch up.
    const { body } = await app.as(idle).get(`${path}/quiet`);
    deepEqual(body.owners, [{ ownerType: 'user', id: idle.id, name: idle.name }]);
    deepEqual(body.roles, [{ id: roleIds.owner, name: 'Owner', type: 'project' }]);
  });

  it('drops projects and features that the user can no longer see', async () => {
    const guest = app.users.someone();
    await addProject(app, 'closing');
    await postFeatures(app, ['blind'], 'closing');
    for (const liked of ['closing', 'closing/features/blind'])
      equal((await app.as(guest).post(`/api/admin/projects/${liked}/favorites`)).status, 200);
    const seen = async () => {
      const { projects, features: own } = await dashboard(guest);
      return [idsOf(projects), own.map(({ name }: { name: string }) => name)];
    };
    deepEqual(await seen(), [['closing'], ['blind']]);
    await app.users.hide('closing');
    // A principal with a newer access version makes the service catch up.
    equal((await app.as(app.users.someone()).get(`${path}/closing`)).status, 404);
    deepEqual(await seen(), [[], []]);
  });

  it('returns the state of one project and its latest changes with their authors', async () => {
    equal((await app.as(app.users.admin).post('/api/admin/projects/shop/stale', { features: ['lamp'], stale: true })).status, 202);
    await postFeatures(app, ['li_ne'], 'shop');
    const { status, body } = await app.as(app.users.viewer).get(`${path}/shop`);
    equal(status, 200);
    const { latestEvents, ...rest } = body;
    deepEqual(rest, {
      owners: [{ ownerType: 'system' }],
      roles: [],
      onboardingStatus: { status: 'first-flag-created', feature: 'lamp' },
      insights: {
        totalFlags: 2,
        activeFlags: 1,
        staleFlags: 1,
        potentiallyStaleFlags: 0,
        health: 50,
        technicalDebt: 50,
        avgHealthCurrentWindow: null,
        avgHealthPastWindow: null,
      },
    });
    deepEqual(
      latestEvents.map(({ id, summary, createdBy }: { id: number; summary: string; createdBy: string }) => [id, summary, createdBy]),
      [
        [1, '**admin** changed feature **li\\_ne**', 'admin'],
        [2, '**admin** changed feature **lamp**', 'admin'],
      ],
    );
  });

  it('refuses unknown and hidden projects with 404, tokens with 403 and anonymous callers with 401', async () => {
    for (const project of ['nowhere', 'vault']) equal((await app.as(app.users.someone()).get(`${path}/${project}`)).status, 404);
    for (const at of [path, `${path}/shop`]) {
      equal((await app.as(app.users.adminToken).get(at)).status, 403);
      equal((await app.as(null).get(at)).status, 401);
    }
  });
});
