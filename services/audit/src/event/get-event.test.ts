import { deepEqual, equal } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { start, type TestApp } from '@signalbox/testing';
import jsonPatch from 'fast-json-patch';
import { audit } from '../service.ts';
import { publish, emittedEvent } from './emitted-event.fixture.ts';

const before = { name: 'half', parameters: { rollout: '50', groupId: 'a/b' }, constraints: [1, 2, 3] };
const after = { name: 'half', parameters: { rollout: '80', 'sticky~ness': 'default' }, constraints: [1, 3], title: null };

describe('an event', () => {
  let app: TestApp;
  const get = (id: number | string, user = app.users.admin) => app.as(user).get(`/api/admin/audit/events/${id}`);
  beforeEach(async () => {
    app = await start([audit]);
    await app.users.hide('secret');
    await app.users.grant(app.users.viewer, roleIds.member, 'default');
    const many = (count: number, value: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key-${index}`, value]));
    await publish(app, [
      emittedEvent(1, { type: 'feature-strategy-update', data: after, preData: before }),
      emittedEvent(2, { data: after, preData: null }),
      emittedEvent(3, { project: 'secret', data: after, preData: before }),
      emittedEvent(4, { type: 'user-created', project: null, featureName: null }),
      emittedEvent(5, { type: 'something-internal' }),
      emittedEvent(6, { data: many(1001, 1), preData: many(1001, 2) }),
      emittedEvent(7, { data: { a: 1 }, preData: { a: 1 } }),
    ]);
  });
  afterEach(() => app.close());

  it('contains its change as a JSON Patch', async () => {
    const { status, body } = await get(1);
    equal(status, 200);
    const { difference, isDropped, ...event } = body;
    deepEqual(event, (await app.as(app.users.admin).get('/api/admin/search/events?id=IS:1')).body.events[0]);
    equal(isDropped, false);
    deepEqual(jsonPatch.applyPatch(structuredClone(before), difference).newDocument, after);
    deepEqual(
      difference.find(({ path }: { path: string }) => path === '/parameters/rollout'),
      {
        op: 'replace',
        path: '/parameters/rollout',
        value: '80',
      },
    );
  });

  it('has no difference without `preData`, an empty one if nothing changed, and none with more than a thousand steps', async () => {
    deepEqual([(await get(2)).body.difference, (await get(7)).body.difference, (await get(6)).body.difference], [null, [], null]);
  });

  it('is hidden wherever lists hide it, and an unknown id is a 404', async () => {
    for (const id of [3, 4, 5, 99]) equal((await get(id, app.users.viewer)).status, 404, `${id}`);
    for (const id of [5, 99]) equal((await get(id)).status, 404);
    deepEqual([(await get(1, app.users.viewer)).status, (await get(3)).status], [200, 200]);
    deepEqual([(await get('none')).status, (await get(0)).status, (await get('9'.repeat(30))).status], [400, 400, 404]);
    equal((await app.as(null).get('/api/admin/audit/events/1')).status, 401);
  });

  it('contains the payload of a draft only for its author and administrators, on every route', async () => {
    const { admin, viewer } = app.users;
    const payload = { enabled: true };
    const edited = { changeRequestId: 1, action: 'updateEnabled', feature: 'checkout', payload };
    const author = { project: 'default', featureName: 'drafted', createdByUserId: viewer.id };
    await publish(app, [
      emittedEvent(8, { ...author, type: 'change-edited', data: { ...edited, draft: true }, preData: { ...edited, draft: true } }),
      emittedEvent(9, { ...author, type: 'change-added', data: edited }),
    ]);
    const paths = ['audit/events/8', 'search/events?feature=IS:drafted', 'events/drafted', 'events?project=default', 'audit/events/replay'];
    const payloads = async (path: string, user: typeof admin) => {
      const { status, body } = await app.as(user).get(`/api/admin/${path}`);
      equal(status, 200, path);
      return JSON.stringify(body).split(JSON.stringify(payload)).length - 1;
    };
    const reader = app.users.someone(roleIds.viewer);
    for (const path of paths) {
      const submitted = path === 'audit/events/8' ? 0 : 1;
      const seen = await Promise.all([admin, viewer, reader].map((user) => payloads(path, user)));
      deepEqual(seen, [2 + submitted, 2 + submitted, submitted], path);
    }
  });
});
