import { deepEqual, equal, match } from 'node:assert/strict';
import { type Freeze, type Principal, principalKey } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import { addProject, postFeatures } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { plainPolicy } from './protected-environment.ts';

const christmas: Freeze = {
  name: 'Christmas',
  start: '2026-12-24T12:00',
  end: '2026-12-27T06:00',
  timeZone: 'Europe/Oslo',
  repeats: 'yearly',
};

describe('configure change requests', () => {
  let app: TestApp;
  let project: string;
  let number = 0;
  before(async () => {
    app = await start([toggles]);
  });
  beforeEach(async () => {
    project = `shop-${++number}`;
    await addProject(app, project);
  });
  after(() => app.close());

  const configPath = (environment: string) => `/api/admin/projects/${project}/environments/${environment}/change-requests/config`;
  const configure = (body: unknown, environment = 'production', user: Principal = app.users.admin) =>
    app.as(user).put(configPath(environment), body);
  const list = async () => (await app.as(app.users.viewer).get(`/api/admin/projects/${project}/change-requests/config`)).body;
  const production = async () => (await list()).at(-1);
  const unprotected = (environment: string) => ({ environment, type: environment, changeRequestEnabled: false, requiredApprovals: null });

  it('lists the environments of the project and their policies', async () => {
    deepEqual(await list(), [unprotected('development'), unprotected('production')]);
    const { status, body } = await configure({ changeRequestsEnabled: true });
    deepEqual([status, body], [200, '']);
    const demands = { environment: 'production', type: 'production', changeRequestEnabled: true, requiredApprovals: 1, ...plainPolicy };
    deepEqual(await list(), [unprotected('development'), demands]);
  });

  it('emits the previous and the new policy, and nothing if they are equal', async () => {
    const policy = { ...plainPolicy, reviewers: { groups: [3], roles: [] }, freezes: [christmas], reasonRequired: true };
    const events = await app.eventsOf('toggles', async () => {
      for (const body of [
        { changeRequestsEnabled: true, requiredApprovals: 3, ...policy },
        { changeRequestsEnabled: true, requiredApprovals: 3, freezes: [christmas] },
        { changeRequestsEnabled: false, requiredApprovals: 3 },
        { changeRequestsEnabled: false },
      ])
        equal((await configure(body)).status, 200);
    });
    const where = { project, environment: 'production' };
    const off = { ...where, changeRequestsEnabled: false, requiredApprovals: null, protection: null };
    const author = principalKey(app.users.admin);
    const reason = 'The protection was weakened: the author will add the reason.';
    const weakened = { author, frozen: null, reason, reasonFollows: true };
    const on = { ...where, changeRequestsEnabled: true, requiredApprovals: 3, protection: { requiredApprovals: 3, ...policy } };
    deepEqual(
      events.map(({ type, project, environment, data, preData }) => ({ type, project, environment, data, preData })),
      [
        { type: 'change-request-configuration-updated', ...where, data: on, preData: off },
        { type: 'protection-bypassed', ...where, data: weakened, preData: null },
        { type: 'change-request-configuration-updated', ...where, data: off, preData: on },
      ],
    );
  });

  it('limits approvals to between 1 and 10', async () => {
    for (const [given, taken] of [
      [0, 1],
      [10, 10],
      [4711, 10],
    ]) {
      equal((await configure({ changeRequestsEnabled: true, requiredApprovals: given })).status, 200);
      equal((await production()).requiredApprovals, taken);
    }
  });

  it('keeps missing properties', async () => {
    await configure({ changeRequestsEnabled: true, requiredApprovals: 3, reasonRequired: true, secondApprovalAbove: 0.2 });
    await configure({ changeRequestsEnabled: true, selfApproval: true });
    const { requiredApprovals, reasonRequired, secondApprovalAbove, selfApproval } = await production();
    deepEqual([requiredApprovals, reasonRequired, secondApprovalAbove, selfApproval], [3, true, 0.2, true]);
    await configure({ changeRequestsEnabled: true, secondApprovalAbove: null });
    equal((await production()).secondApprovalAbove, null);
  });

  it('clears the policy when change requests are disabled', async () => {
    await configure({ changeRequestsEnabled: true, requiredApprovals: 3, reasonRequired: true });
    await configure({ changeRequestsEnabled: false });
    await configure({ changeRequestsEnabled: true });
    const { requiredApprovals, reasonRequired } = await production();
    deepEqual([requiredApprovals, reasonRequired], [1, false]);
  });

  it('applies to writes as soon as the response arrives, until it is disabled', async () => {
    const name = `${project}.cart`;
    await postFeatures(app, [name], project);
    await app.users.grant(app.users.editor, 4, project);
    const path = `/api/admin/projects/${project}/features/${name}/environments/production`;
    for (let round = 0; round < 5; round++) {
      await configure({ changeRequestsEnabled: true });
      equal((await app.as(app.users.editor).post(`${path}/on`)).status, 403);
      await configure({ changeRequestsEnabled: false });
      equal((await app.as(app.users.editor).post(`${path}/${round % 2 ? 'off' : 'on'}`)).status, 200);
    }
  });

  it('is visible wherever a response describes the environments of a project', async () => {
    await configure({ changeRequestsEnabled: true });
    for (const path of ['', '/overview', '/health-report']) {
      const { body } = await app.as(app.users.viewer).get(`/api/admin/projects/${project}${path}`);
      deepEqual(
        body.environments.map((each: Record<string, unknown>) => [each['environment'], each['changeRequestsEnabled']]),
        [
          ['development', false],
          ['production', true],
        ],
        path,
      );
    }
  });

  it('requires permission to update the project', async () => {
    const owner = app.users.someone();
    await app.users.grant(owner, 4, project);
    equal((await configure({ changeRequestsEnabled: true }, 'production', owner)).status, 200);
    const { status, body } = await configure({ changeRequestsEnabled: false }, 'production', app.users.viewer);
    deepEqual([status, body.permissions], [403, ['UPDATE_PROJECT']]);
  });

  it('refuses an environment that the project does not use, and an unknown project', async () => {
    for (const environment of ['staging', 'production%20']) {
      const { status, body } = await configure({ changeRequestsEnabled: true }, environment);
      deepEqual([status, body.name], [404, 'NotFoundError']);
    }
    const { status } = await app
      .as(app.users.admin)
      .put('/api/admin/projects/nowhere/environments/production/change-requests/config', { changeRequestsEnabled: true });
    equal(status, 404);
    equal((await app.as(app.users.viewer).get('/api/admin/projects/nowhere/change-requests/config')).status, 404);
  });

  it('refuses an invalid policy and names the property', async () => {
    const wrong: [string, object][] = [
      ['reviewers', { reviewers: { groups: [], roles: [] } }],
      ['freezes/0/timeZone', { freezes: [{ ...christmas, timeZone: 'Europe/Nowhere' }] }],
      ['freezes/0/timeZone', { freezes: [{ ...christmas, timeZone: '+02:00' }] }],
      ['freezes/1/start', { freezes: [christmas, { ...christmas, start: '2026-02-30T12:00' }] }],
      ['freezes/0/end', { freezes: [{ ...christmas, end: '2026-12-24T25:00' }] }],
      ['freezes/0/end', { freezes: [{ ...christmas, end: christmas.start }] }],
      ['freezes/0/end', { freezes: [{ ...christmas, repeats: 'daily' }] }],
      ['freezes/0/end', { freezes: [{ ...christmas, end: '2026-12-31T12:00', repeats: 'weekly' }] }],
      ['freezes/0/end', { freezes: [{ ...christmas, end: '2028-01-01T00:00' }] }],
      ['freezes', { freezes: Array.from({ length: 21 }, () => christmas) }],
      ['freezes/0/name', { freezes: [{ ...christmas, name: '' }] }],
      ['secondApprovalAbove', { secondApprovalAbove: 1.5 }],
      ['requiredApprovals', { requiredApprovals: -1 }],
    ];
    for (const [path, policy] of wrong) {
      const { status, body } = await configure({ changeRequestsEnabled: true, ...policy });
      deepEqual([status, body.details[0].path], [400, path]);
      match(body.message, new RegExp(path));
    }
    deepEqual(await list(), [unprotected('development'), unprotected('production')]);
  });

  it('serializes concurrent requests', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map((requiredApprovals) => configure({ changeRequestsEnabled: true, requiredApprovals })),
    );
    deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    );
  });
});
