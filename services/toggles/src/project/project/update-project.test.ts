import { deepEqual, equal, match } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { Project } from './project.ts';

const initial = {
  name: 'Shop',
  description: 'sells',
  mode: 'open',
  defaultStickiness: 'default',
  featureLimit: null,
  featureNaming: { pattern: null, example: null, description: null },
  linkTemplates: [],
};

describe('update project', () => {
  let app: TestApp;
  let id: string;
  let shop: string;
  let settings: string;
  let number = 0;
  before(async () => {
    app = await start([toggles]);
  });
  beforeEach(async () => {
    id = `shop-${++number}`;
    shop = `/api/admin/projects/${id}`;
    settings = `${shop}/settings`;
    await app.as(app.users.admin).post('/api/admin/projects', { id, name: 'Shop', description: 'sells' });
  });
  after(() => app.close());

  it('changes the given properties, leaves the rest and emits both versions', async () => {
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await app.as(app.users.admin).put(shop, { name: 'Store', mode: 'protected', featureLimit: 7 });
      equal(status, 200);
      equal(body, '');
    });
    deepEqual(
      events.map(({ type, project, data, preData }) => ({ type, project, data, preData })),
      [
        {
          type: 'project-updated',
          project: id,
          data: { id, ...initial, name: 'Store', mode: 'protected', featureLimit: 7 },
          preData: { id, ...initial },
        },
      ],
    );
    const { body } = await app.as(app.users.admin).get(shop);
    deepEqual([body.name, body.description, body.mode, body.featureLimit], ['Store', 'sells', 'protected', 7]);
    equal(typeof body.updatedAt, 'string');
  });

  it('keeps an empty description, and stores null as no limit', async () => {
    const admin = app.as(app.users.admin);
    await admin.put(settings, { featureLimit: 1 });
    await admin.put(shop, { name: 'Shop', description: '', featureLimit: null });
    const { body } = await admin.get(shop);
    deepEqual([body.description, body.featureLimit], ['', null]);
  });

  it('emits nothing if nothing changes', async () => {
    const events = await app.eventsOf('toggles', async () => {
      equal((await app.as(app.users.admin).put(shop, { name: 'Shop', description: 'sells', mode: 'open' })).status, 200);
      equal((await app.as(app.users.admin).put(settings, {})).status, 200);
      equal((await app.as(app.users.admin).put(settings, { featureNaming: { pattern: null, example: '' } })).status, 200);
    });
    deepEqual(events, []);
    equal((await app.as(app.users.admin).get(shop)).body.updatedAt, null);
  });

  it('ignores properties that the route does not declare', async () => {
    const admin = app.as(app.users.admin);
    const events = await app.eventsOf('toggles', async () => {
      await admin.put(shop, { name: 'Shop', id: 'other', createdAt: '2020-01-01T00:00:00.000Z', featureNaming: { pattern: '[' } });
      await admin.put(settings, { name: 'Other', description: 'other' });
    });
    deepEqual(events, []);
  });

  it('refuses a body without a name, an invalid mode and an invalid limit', async () => {
    const admin = app.as(app.users.admin);
    match((await admin.put(shop, { description: 'x' })).body.message, /^name is required/);
    for (const path of [shop, settings]) {
      equal((await admin.put(path, { name: 'Shop', mode: 'shut' })).status, 400);
      for (const featureLimit of [-1, false, '']) equal((await admin.put(path, { name: 'Shop', featureLimit })).status, 400);
    }
  });

  it('refuses an unknown project with 404', async () => {
    equal((await app.as(app.users.admin).put('/api/admin/projects/nowhere', { name: 'x' })).status, 404);
    equal((await app.as(app.users.admin).put('/api/admin/projects/nowhere/settings', {})).status, 404);
  });

  it('accepts a project owner and refuses a viewer', async () => {
    const owner = app.users.someone();
    await app.users.grant(owner, roleIds.owner, id);
    equal((await app.as(owner).put(shop, { name: 'Owned' })).status, 200);
    equal((await app.as(owner).put(settings, { mode: 'protected' })).status, 200);
    for (const path of [shop, settings]) {
      const { status, body } = await app.as(app.users.viewer).put(path, { name: 'Seized' });
      equal(status, 403);
      deepEqual(body.permissions, ['UPDATE_PROJECT']);
    }
  });

  it('applies twenty concurrent changes one after the other', async () => {
    const admin = app.as(app.users.admin);
    const events = await app.eventsOf('toggles', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => admin.put(shop, { name: `Shop ${n}` })));
      deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    });
    equal(events.length, 20);
    for (const [n, event] of events.entries()) deepEqual(event.preData, n === 0 ? { id, ...initial } : events[n - 1]?.data);
  });

  describe('feature naming', () => {
    const put = (featureNaming: object) => app.as(app.users.admin).put(settings, { featureNaming });
    const create = (name: string) => app.as(app.users.admin).post(`${shop}/features`, { name });

    it('applies to the whole name of features that are created later', async () => {
      await create('Early');
      equal((await put({ pattern: '[a-z]+-\\d+', example: 'shop-1', description: 'team and ticket' })).status, 200);
      equal((await create('shop-12')).status, 201);
      const { status, body } = await create('xshop-12b');
      equal(status, 400);
      equal(body.name, 'PatternError');
      match(body.message, /shop-1/);
      equal((await app.as(app.users.admin).get(shop)).body.features.length, 2);
    });

    it('clears example and description when a pattern comes without them', async () => {
      await put({ pattern: '[a-z]+', example: 'abc', description: 'letters' });
      await put({ pattern: '[a-y]+' });
      deepEqual((await app.as(app.users.admin).get(shop)).body.featureNaming, { pattern: '[a-y]+', example: null, description: null });
    });

    it('is removed by an empty pattern', async () => {
      await put({ pattern: 'never' });
      equal((await create('sometimes')).status, 400);
      equal((await put({ pattern: '' })).status, 200);
      equal((await create('sometimes')).status, 201);
    });

    for (const [title, naming, problems] of [
      ['a pattern with a blank', { pattern: 'a b' }, 1],
      ['a pattern that matches blanks', { pattern: 'a\\s+' }, 1],
      ['an invalid regular expression', { pattern: '[a' }, 1],
      ['a pattern above the size limit', { pattern: 'a{1000}{2}' }, 1],
      ['a pattern with a lookahead, which cannot run in linear time', { pattern: 'a(?=b)' }, 1],
      ['an example that does not match', { pattern: 'a+', example: 'aab' }, 1],
      ['an example and a description without a pattern', { pattern: null, example: 'a', description: 'b' }, 2],
      ['a blank and an example that does not match', { pattern: 'a b', example: 'c' }, 2],
    ] as const) {
      it(`refuses ${title}, with one detail per problem`, async () => {
        const events = await app.eventsOf('toggles', async () => {
          const { status, body } = await put(naming);
          equal(status, 400);
          equal(body.name, 'BadDataError');
          match(body.message, /^featureNaming\./);
          equal(body.details.length, problems);
        });
        deepEqual(events, []);
      });
    }

    it('matches no name and explains why if the pattern exceeds the limits', async () => {
      const namingPattern = '(a?){1000}'.repeat(30);
      await app.store('toggles').transaction(async (em) => void (await em.nativeUpdate(Project, { id }, { namingPattern })));
      const { status, body } = await create('a');
      deepEqual([status, body.name], [400, 'PatternError']);
      match(body.message, /must compile to at most 1500 instructions\. Change the pattern\.$/);
    });

    it('responds for a pattern that would slow down a backtracking engine', async () => {
      await put({ pattern: '(a+)+b' });
      equal((await create('a'.repeat(60))).status, 400);
    });
  });
});
