import { deepEqual, equal } from 'node:assert/strict';
import { type Principal, roleIds, userCreated, userDeleted, userUpdated } from '@signalbox/contracts';
import { eventually, start, type TestApp } from '@signalbox/testing';
import { publishFromIdentity } from '../../publish-from-identity.fixture.ts';
import { toggles } from '../../service.ts';
import { addProject, archive, bare, emitted, features, postFeatures } from '../feature/feature.fixture.ts';
import { KnownUser } from './known-user.ts';

describe('the owner of a feature', () => {
  let app: TestApp;
  let ann: Principal;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'vault');
    await postFeatures(app, ['cart', 'lamp', 'gone', 'plain']);
    await postFeatures(app, ['secret'], 'vault');
    ann = await arrive();
  });
  after(() => app.close());

  const factOf = ({ id, name, rootRole }: Principal) => ({ id, name: null, username: name, email: null, rootRole });
  const known = (id: number | null) =>
    app
      .store('toggles')
      .reader()
      .count(KnownUser, { id: id ?? 0 });
  /** A user whom identity has created. */
  async function arrive(rootRole: number = roleIds.viewer): Promise<Principal> {
    const user = app.users.someone(rootRole);
    await publishFromIdentity(app, userCreated, { data: factOf(user) });
    await eventually(async () => equal(await known(user.id), 1));
    return user;
  }
  const path = (name: string, project = 'default') => `/api/admin/projects/${project}/features/${name}/owner`;
  const editor = () => app.as(app.users.editor);
  const set = (name: string, userId: unknown, project?: string) => app.as(app.users.admin).put(path(name, project), { userId });
  const ownerIn = async (name: string, project = 'default') =>
    (await editor().get(`/api/admin/projects/${project}/features/${name}`)).body.owner;
  const found = async (owner: string) => {
    const { status, body } = await app.as(app.users.viewer).get(`/api/admin/search/features?owner=${owner}&project=IS:default`);
    equal(status, 200);
    return body.features.map(({ name }: { name: string }) => name);
  };

  it('is set, replaced and removed, with one event each, and is part of the feature', async () => {
    const bob = await arrive();
    const [one, two] = [ann, bob].map(({ id, name }) => ({ id, name }));
    equal(await ownerIn('cart'), null);
    const events = await app.eventsOf('toggles', async () => {
      for (const userId of [ann.id, ann.id]) equal((await set('cart', userId)).status, 204);
      deepEqual(await ownerIn('cart'), one);
      equal((await set('cart', bob.id)).status, 204);
      deepEqual(await ownerIn('cart'), two);
      for (const userId of [null, null]) equal((await set('cart', userId)).status, 204);
      equal(await ownerIn('cart'), null);
    });
    const changed = (preData: unknown, data: unknown) => ({
      ...bare('feature-owner-updated', 'cart'),
      data: { owner: data },
      preData: { owner: preData },
    });
    deepEqual(emitted(events), [changed(null, one), changed(one, two), changed(two, null)]);
  });

  it('is found by searches', async () => {
    equal((await set('lamp', ann.id)).status, 204);
    deepEqual(await found(`IS:${ann.id}`), ['lamp']);
    deepEqual((await found(`IS_NOT:${ann.id}`)).includes('lamp'), false);
    deepEqual(await found('IS:999999'), []);
    equal((await set('lamp', null)).status, 204);
    deepEqual(await found(`IS:${ann.id}`), []);
  });

  it('makes If-Match fail after an earlier read of the feature', async () => {
    const etag = String((await editor().get(`${features}/cart`)).headers['etag']);
    equal((await set('cart', ann.id)).status, 204);
    equal((await editor().put(path('cart'), { userId: null }, { headers: { 'if-match': etag } })).status, 412);
    equal((await set('cart', null)).status, 204);
  });

  it('must be a user, and see the project', async () => {
    const outsider = await arrive();
    await app.users.hide('vault');
    const member = await arrive();
    await app.users.grant(member, roleIds.member, 'vault');
    for (const [name, userId, project] of [
      ['cart', 999_999, 'default'],
      ['cart', -1, 'default'],
      ['secret', outsider.id, 'vault'],
    ] as const) {
      const { status, body } = await set(name, userId, project);
      deepEqual([status, body.name, body.details[0].path], [400, 'BadDataError', 'userId'], String(userId));
    }
    for (const userId of ['7', 1.5, undefined]) equal((await set('cart', userId)).status, 400);
    equal((await set('secret', member.id, 'vault')).status, 204);
    equal((await set('secret', (await arrive(roleIds.editor)).id, 'vault')).status, 204);
  });

  it('is refused for callers without permission, and for features that are unknown, archived or elsewhere', async () => {
    const viewer = app.as(app.users.viewer);
    const { status, body } = await viewer.put(path('cart'), { userId: ann.id });
    deepEqual([status, body.name], [403, 'NoAccessError']);
    equal((await app.as(null).put(path('cart'), { userId: null })).status, 401);
    await archive(app, 'gone');
    for (const to of [path('unknown'), path('gone'), path('secret')]) equal((await editor().put(to, { userId: null })).status, 404, to);
  });

  it('follows a new name only with the next choice, as names of creators do', async () => {
    const user = await arrive();
    equal((await set('plain', user.id)).status, 204);
    const fact = { ...factOf(user), email: 'new@signalbox.example' };
    await publishFromIdentity(app, userUpdated, { data: fact, preData: factOf(user) });
    await eventually(async () => equal(await app.store('toggles').reader().count(KnownUser, { name: 'new@signalbox.example' }), 1));
    deepEqual(await ownerIn('plain'), { id: user.id, name: user.name });
    await set('plain', null);
    await set('plain', user.id);
    deepEqual(await ownerIn('plain'), { id: user.id, name: 'new@signalbox.example' });
  });

  it('becomes null when the user is deleted, who can own nothing from then on', async () => {
    const leaver = await arrive();
    for (const name of ['cart', 'lamp']) equal((await set(name, leaver.id)).status, 204);
    const events = await app.eventsOf('toggles', async () => {
      await publishFromIdentity(app, userDeleted, { preData: factOf(leaver) });
      await eventually(async () => deepEqual([await ownerIn('cart'), await ownerIn('lamp'), await known(leaver.id)], [null, null, 0]));
    });
    deepEqual(
      events.map(({ type, featureName, data }) => [type, featureName, data]),
      ['cart', 'lamp'].map((name) => ['feature-owner-updated', name, { owner: null }]),
    );
    equal((await set('cart', leaver.id)).status, 400);
  });

  it('stays with a feature that is moved, archived and revived, and is not copied to a clone', async () => {
    await postFeatures(app, ['mover']);
    equal((await set('mover', ann.id)).status, 204);
    const admin = app.as(app.users.admin);
    equal((await admin.post(`${features}/mover/clone`, { name: 'twin' })).status, 201);
    equal(await ownerIn('twin'), null);
    equal((await admin.delete(`${features}/mover`)).status, 202);
    equal((await admin.post('/api/admin/archive/revive/mover')).status, 200);
    equal((await ownerIn('mover')).id, ann.id);
  });
});
