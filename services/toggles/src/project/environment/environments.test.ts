import { deepEqual, equal, match } from 'node:assert/strict';
import { type Client, type TestApp, start } from '@signalbox/testing';
import { FeatureEnvironment } from '../../feature/feature/feature-environment.ts';
import { Feature } from '../../feature/feature/feature.ts';
import { ProjectEnvironment } from '../project/project.ts';
import { toggles } from '../../service.ts';

const environments = '/api/admin/environments';

describe('environments', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  const admin = () => app.as(app.users.admin);
  const namesInOrder = async () => {
    const { body } = await app.as(app.users.viewer).get(environments);
    return body.environments.map(({ name }: { name: string }) => name);
  };

  describe('when read', () => {
    it('are listed in their order with usage counts', async () => {
      await switchOn(app, { project: 'default', active: 2, archived: 1 });
      await admin().post('/api/admin/projects', { id: 'empty', name: 'Empty' });
      const { status, body } = await app.as(app.users.viewer).get(environments);
      equal(status, 200);
      deepEqual(body, {
        version: 1,
        environments: [
          { ...initial('default'), projectCount: 0, apiTokenCount: 0, enabledToggleCount: 0 },
          { ...initial('development'), projectCount: 2, apiTokenCount: 0, enabledToggleCount: 0 },
          { ...initial('production'), projectCount: 2, apiTokenCount: 0, enabledToggleCount: 2 },
        ],
      });
    });

    it('are returned one by one without counts, and 404 for an unknown one', async () => {
      const { status, body } = await app.as(app.users.viewer).get(`${environments}/production`);
      equal(status, 200);
      deepEqual(body, initial('production'));
      equal((await admin().get(`${environments}/Production`)).status, 404);
    });

    it('are listed with the counts and default strategies of one project', async () => {
      await admin().post('/api/admin/projects', { id: 'shop', name: 'Shop' });
      await switchOn(app, { project: 'shop', active: 2, archived: 1 });
      const defaultStrategy = { name: 'flexibleRollout', parameters: { rollout: '5' } };
      await app.store('toggles').transaction(async (em) => {
        (await em.findOneOrFail(ProjectEnvironment, { project: 'shop', environment: 'production' })).defaultStrategy = defaultStrategy;
      });
      const { status, body } = await app.as(app.users.viewer).get(`${environments}/project/shop`);
      equal(status, 200);
      deepEqual(body, {
        version: 1,
        environments: [
          { ...initial('default'), visible: false, projectApiTokenCount: 0, projectEnabledToggleCount: 0 },
          { ...initial('development'), visible: true, projectApiTokenCount: 0, projectEnabledToggleCount: 0 },
          { ...initial('production'), visible: true, projectApiTokenCount: 0, projectEnabledToggleCount: 2, defaultStrategy },
        ],
      });
      equal((await admin().get(`${environments}/project/nowhere`)).status, 404);
    });

    it('hide the counts of a private project', async () => {
      const countsFor = async (caller: Client) => {
        const listed: { projectCount: number; enabledToggleCount: number }[] = (await caller.get(environments)).body.environments;
        return listed.map(({ projectCount, enabledToggleCount }) => [projectCount, enabledToggleCount]);
      };
      const before = await countsFor(admin());
      await admin().post('/api/admin/projects', { id: 'vault', name: 'Vault', mode: 'private' });
      await switchOn(app, { project: 'vault', active: 1, archived: 0 });
      await app.users.hide('vault');
      const outsider = app.users.someone();
      equal((await app.as(outsider).get(`${environments}/project/vault`)).status, 404);
      equal((await app.as(app.users.editor).get(`${environments}/project/vault`)).status, 200);
      deepEqual(await countsFor(app.as(outsider)), before);
      const [ofDefault, [projects = 0, features = 0] = [], [, onProduction = 0] = []] = before;
      deepEqual(await countsFor(admin()), [ofDefault, [projects + 1, features], [projects + 1, onProduction + 1]]);
    });

    it('are refused to an anonymous caller with 401', async () => {
      for (const path of ['', '/production', '/project/default']) equal((await app.as(null).get(environments + path)).status, 401);
    });
  });

  describe('when created', () => {
    it('come last, enabled and unused, with their address and environment-created', async () => {
      const staging = { name: 'staging', type: 'test', enabled: true, protected: false, sortOrder: 4 };
      const events = await app.eventsOf('toggles', async () => {
        const { status, headers, body } = await admin().post(environments, { name: 'staging', type: 'test', protected: true });
        equal(status, 201);
        equal(headers['location'], '/api/admin/environments/staging');
        deepEqual(body, staging);
      });
      deepEqual(
        events.map(({ type, environment, project, data, preData }) => ({ type, environment, project, data, preData })),
        [{ type: 'environment-created', environment: 'staging', project: null, data: staging, preData: null }],
      );
      deepEqual(await namesInOrder(), ['default', 'development', 'production', 'staging']);
      deepEqual((await admin().get('/api/admin/projects/default')).body.environments.length, 2);
    });

    it('keep the given sort order and state, and new projects leave out disabled ones', async () => {
      await admin().post(environments, { name: 'lab', type: 'odd', enabled: false, sortOrder: -5 });
      deepEqual((await namesInOrder())[0], 'lab');
      const { body } = await admin().post('/api/admin/projects', { id: 'without-lab', name: 'Without lab' });
      equal(body.environments.includes('lab'), false);
      equal(body.environments.includes('staging'), true);
    });

    for (const [title, body, property] of [
      ['a name with a blank', { name: 'a b', type: 'test' }, 'name'],
      ['a name of 101 characters', { name: 'x'.repeat(101), type: 'test' }, 'name'],
      ['no type', { name: 'x' }, 'type'],
      ['an empty type', { name: 'x', type: '' }, 'type'],
      ['a sort order above 32 bits', { name: 'x', type: 'test', sortOrder: 2 ** 31 }, 'sortOrder'],
    ] as const) {
      it(`are refused for ${title}`, async () => {
        const answer = await admin().post(environments, body);
        equal(answer.status, 400);
        equal(answer.body.details[0].path, property);
      });
    }

    it('are refused for a name in use, even by simultaneous requests, and are case-sensitive', async () => {
      const { status, body } = await admin().post(environments, { name: 'production', type: 'production' });
      equal(status, 409);
      equal(body.name, 'NameExistsError');
      const answers = await Promise.all([1, 2].map(() => admin().post(environments, { name: 'race', type: 'test' })));
      deepEqual(
        answers.map((answer) => answer.status).toSorted((a, b) => a - b),
        [201, 409],
      );
      equal((await admin().post(environments, { name: 'Race', type: 'test' })).status, 201);
    });
  });

  describe('when validated', () => {
    const validate = (name: unknown) => admin().post(`${environments}/validate`, { name });

    it('accept a free name without reserving it', async () => {
      const events = await app.eventsOf('toggles', async () => {
        const { status, body } = await validate('free');
        deepEqual([status, body], [200, '']);
      });
      deepEqual(events, []);
      equal((await admin().get(`${environments}/free`)).status, 404);
    });

    it('refuse a name in use with 409 and an invalid one with 400', async () => {
      const taken = await validate('production');
      deepEqual([taken.status, taken.body.name], [409, 'NameExistsError']);
      for (const name of ['a b', '', '..', undefined]) {
        const { status, body } = await validate(name);
        deepEqual([status, body.details[0].path], [400, 'name']);
      }
    });
  });

  describe('when updated', () => {
    const changed = { name: 'changed', type: 'test', enabled: true, protected: false, sortOrder: 50 };
    beforeEach(async () => {
      await admin().post(environments, { name: 'changed', type: 'test', sortOrder: 50 });
      await admin().put(`${environments}/update/changed`, { type: 'test', sortOrder: 50 });
    });

    it('change only type and sort order, and emit both versions', async () => {
      const change = { name: 'other', type: 'lab', sortOrder: 9, enabled: false, protected: true };
      const after = { ...changed, type: 'lab', sortOrder: 9 };
      const events = await app.eventsOf('toggles', async () => {
        const { status, body } = await admin().put(`${environments}/update/changed`, change);
        equal(status, 200);
        deepEqual(body, after);
      });
      deepEqual(
        events.map(({ type, environment, data, preData }) => ({ type, environment, data, preData })),
        [{ type: 'environment-updated', environment: 'changed', data: after, preData: changed }],
      );
    });

    it('emit nothing if nothing changes', async () => {
      const events = await app.eventsOf('toggles', async () => {
        equal((await admin().put(`${environments}/update/changed`, { type: 'test' })).status, 200);
        equal((await admin().put(`${environments}/update/changed`, {})).status, 200);
      });
      deepEqual(events, []);
    });

    it('refuse an unknown name with 404 and an empty type with 400', async () => {
      equal((await admin().put(`${environments}/update/nowhere`, { type: 'test' })).status, 404);
      match((await admin().put(`${environments}/update/changed`, { type: '' })).body.message, /^type /);
    });
  });

  describe('when switched on and off', () => {
    it('are left out of new projects while off, and emit each change once', async () => {
      const events = await app.eventsOf('toggles', async () => {
        for (const turn of ['off', 'off', 'on', 'on']) {
          const { status, body } = await admin().post(`${environments}/production/${turn}`);
          equal(status, 204);
          equal(body, '');
          equal((await admin().get(`${environments}/production`)).body.enabled, turn === 'on');
        }
      });
      const on = initial('production');
      const off = { ...on, enabled: false };
      deepEqual(
        events.map(({ type, data, preData }) => ({ type, data, preData })),
        [
          { type: 'environment-updated', data: off, preData: on },
          { type: 'environment-updated', data: on, preData: off },
        ],
      );
    });

    it('stay in the projects that use them', async () => {
      await admin().post(`${environments}/production/off`);
      equal((await admin().get('/api/admin/projects/default')).body.environments.length, 2);
    });

    it('stay as they are without a failure if they are protected', async () => {
      const events = await app.eventsOf('toggles', async () => {
        equal((await admin().post(`${environments}/default/on`)).status, 204);
      });
      deepEqual(events, []);
      equal((await admin().get(`${environments}/default`)).body.enabled, false);
    });

    it('refuse an unknown name with 404', async () => {
      for (const turn of ['on', 'off']) equal((await admin().post(`${environments}/nowhere/${turn}`)).status, 404);
    });
  });

  describe('when sorted', () => {
    const sorted = async () => (await namesInOrder()).filter((name: string) => name.startsWith('sorted-'));
    before(async () => {
      for (const [n, name] of ['sorted-a', 'sorted-b', 'sorted-c'].entries()) {
        await admin().post(environments, { name, type: 'test', sortOrder: 100 + n });
      }
    });
    beforeEach(() => admin().put(`${environments}/sort-order`, { 'sorted-a': 100, 'sorted-b': 101, 'sorted-c': 102 }));

    it('move if they are named, and emit only moves', async () => {
      const events = await app.eventsOf('toggles', async () => {
        const { status, body } = await admin().put(`${environments}/sort-order`, { 'sorted-c': 99, 'sorted-a': 103, 'sorted-b': 101 });
        equal(status, 200);
        equal(body, '');
      });
      deepEqual(await sorted(), ['sorted-c', 'sorted-b', 'sorted-a']);
      deepEqual(
        events.map(({ type, environment }) => [type, environment]),
        [
          ['environment-updated', 'sorted-a'],
          ['environment-updated', 'sorted-c'],
        ],
      );
    });

    it('come in order of creation for equal sort orders', async () => {
      await admin().put(`${environments}/sort-order`, { 'sorted-a': 100, 'sorted-b': 100, 'sorted-c': 100 });
      deepEqual(await sorted(), ['sorted-a', 'sorted-b', 'sorted-c']);
    });

    it('do not move if a sort order is invalid or a name is unknown', async () => {
      const bad = await admin().put(`${environments}/sort-order`, { 'sorted-c': 1, 'sorted-a': 'last' });
      equal(bad.status, 400);
      equal(bad.body.details[0].path, 'sorted-a');
      equal((await admin().put(`${environments}/sort-order`, { 'sorted-a': 200, zzz: 1 })).status, 404);
      deepEqual(await sorted(), ['sorted-a', 'sorted-b', 'sorted-c']);
    });

    it('accept two simultaneous requests', async () => {
      const orders = [
        { 'sorted-a': 1, 'sorted-b': 2 },
        { 'sorted-b': 3, 'sorted-a': 4 },
      ];
      const answers = await Promise.all(orders.map((order) => admin().put(`${environments}/sort-order`, order)));
      deepEqual(
        answers.map(({ status }) => status),
        [200, 200],
      );
    });
  });

  for (const [method, path] of [
    ['post', ''],
    ['post', '/validate'],
    ['put', '/update/production'],
    ['post', '/production/on'],
    ['post', '/production/off'],
    ['put', '/sort-order'],
  ] as const) {
    it(`refuse everyone but administrators: ${method} ${environments}${path}`, async () => {
      for (const principal of [app.users.viewer, app.users.editor]) {
        const { status, body } = await app.as(principal)[method](environments + path, { name: 'x' });
        equal(status, 403);
        deepEqual(body.permissions, ['ADMIN']);
      }
    });
  }
});

function initial(name: string) {
  const known: Record<string, object> = {
    default: { name, type: 'production', enabled: false, protected: true, sortOrder: 1 },
    development: { name, type: 'development', enabled: true, protected: false, sortOrder: 2 },
    production: { name, type: 'production', enabled: true, protected: false, sortOrder: 3 },
  };
  return known[name];
}

/** Creates features that are on in production. */
async function switchOn(app: TestApp, { project, active, archived }: { project: string; active: number; archived: number }): Promise<void> {
  for (let n = 0; n < active + archived; n += 1) {
    const name = `${project}-${n}`;
    await app.as(app.users.admin).post(`/api/admin/projects/${project}/features`, { name });
    await app.store('toggles').transaction(async (em) => {
      (await em.findOneOrFail(FeatureEnvironment, { featureName: name, environment: 'production' })).enabled = true;
      if (n >= active) (await em.findOneOrFail(Feature, { name })).archive(new Date());
    });
  }
}
