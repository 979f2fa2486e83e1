import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { type Principal, principalKey, roleIds } from '@signalbox/contracts';
import { type Answer, type CallOptions, type Client, type TestApp, start } from '@signalbox/testing';
import { addProject, archive, features, postFeatures, protect } from '../../feature/feature/feature.fixture.ts';
import { postSegment, segments } from '../../feature/segment/segment.fixture.ts';
import { featureEnvironmentPath, postStrategies } from '../../feature/strategy/strategy.fixture.ts';
import { toggles } from '../../service.ts';

const project = '/api/admin/projects/default';
const variant = { name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'default' };
const addVariant = [{ op: 'add', path: '/-', value: variant }];

/** The subject of an operation: a feature with a strategy in production, and objects that are created on demand. */
interface Target {
  readonly client: Client;
  readonly options: CallOptions;
  readonly name: string;
  readonly production: string;
  readonly strategy: string;
  readonly parent: () => Promise<string>;
  readonly archived: () => Promise<string>;
  readonly segment: () => Promise<number>;
}

type Operation = (target: Target) => Promise<Answer>;

/** Creates something on the first call, and returns it on later calls. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

const inEnvironment: Readonly<Record<string, Operation>> = {
  'add a strategy': ({ client, production, options }) => client.post(`${production}/strategies`, { name: 'default' }, options),
  'update a strategy': ({ client, production, strategy, options }) =>
    client.put(`${production}/strategies/${strategy}`, { name: 'default', title: 'changed' }, options),
  'patch a strategy': ({ client, production, strategy, options }) =>
    client.patch(`${production}/strategies/${strategy}`, [{ op: 'replace', path: '/title', value: 'patched' }], options),
  'delete a strategy': ({ client, production, strategy, options }) => client.delete(`${production}/strategies/${strategy}`, options),
  'order the strategies': ({ client, production, strategy, options }) =>
    client.post(`${production}/strategies/set-sort-order`, [{ id: strategy, sortOrder: 7 }], options),
  'set the segments of a strategy': async ({ client, strategy, segment, options }) =>
    client.post(
      '/api/admin/segments/strategies',
      { projectId: 'default', environmentId: 'production', strategyId: strategy, segmentIds: [await segment()] },
      options,
    ),
  'switch on': ({ client, production, options }) => client.post(`${production}/on`, undefined, options),
  'switch several on': ({ client, name, options }) =>
    client.post(`${project}/bulk_features/environments/production/on`, { features: [name] }, options),
  'put variants': ({ client, production, options }) => client.put(`${production}/variants`, [variant], options),
  'patch variants': ({ client, production, options }) => client.patch(`${production}/variants`, addVariant, options),
  'put variants in a batch': ({ client, name, options }) =>
    client.put(`${features}/${name}/variants-batch`, { environments: ['production'], variants: [variant] }, options),
  'put the variants of all environments': ({ client, name, options }) => client.put(`${features}/${name}/variants`, [variant], options),
  'patch the variants of all environments': ({ client, name, options }) =>
    client.patch(`${features}/${name}/variants`, addVariant, options),
};

const inProject: Readonly<Record<string, Operation>> = {
  archive: ({ client, name, options }) => client.delete(`${features}/${name}`, options),
  'archive several': ({ client, name, options }) => client.post(`${project}/archive`, { features: [name] }, options),
  'archive by a metadata update': ({ client, name, options }) => client.put(`${features}/${name}`, { archived: true }, options),
  'archive by a metadata patch': ({ client, name, options }) =>
    client.patch(`${features}/${name}`, [{ op: 'replace', path: '/archived', value: true }], options),
  'move a feature away': ({ client, name, options }) =>
    client.post(`${features}/${name}/changeProject`, { newProjectId: 'depot' }, options),
  'add a dependency': async ({ client, name, parent, options }) =>
    client.post(`${features}/${name}/dependencies`, { feature: await parent() }, options),
  'update a segment of the project': async ({ client, segment, name, options }) =>
    client.put(`${segments}/${await segment()}`, { name, project: 'default', constraints: [] }, options),
  'remove a segment from the project': async ({ client, segment, name, options }) =>
    client.put(`${segments}/${await segment()}`, { name, project: null, constraints: [] }, options),
  'delete a segment of the project': async ({ client, segment, options }) => client.delete(`${segments}/${await segment()}`, options),
};

const banned: Readonly<Record<string, Operation>> = {
  'clone a feature': ({ client, name, options }) => client.post(`${features}/${name}/clone`, { name: `${name}.clone` }, options),
  'move a feature into the project': async ({ client, name, options }) =>
    client.post(`/api/admin/projects/depot/features/${name}.out/changeProject`, { newProjectId: 'default' }, options),
};

const unguarded: Readonly<Record<string, Operation>> = {
  create: ({ client, name }) => client.post(features, { name: `${name}.fresh` }),
  'update metadata': ({ client, name }) => client.put(`${features}/${name}`, { description: 'put', archived: false }),
  'patch metadata': ({ client, name }) => client.patch(`${features}/${name}`, [{ op: 'replace', path: '/stale', value: true }]),
  tag: ({ client, name }) => client.post(`/api/admin/features/${name}/tags`, { type: 'simple', value: 'new' }),
  'mark as stale': ({ client, name }) => client.post(`${project}/stale`, { features: [name], stale: true }),
  complete: ({ client, name }) => client.post(`${features}/${name}/lifecycle/complete`, { status: 'kept' }),
  revive: async ({ client, archived }) => client.post(`/api/admin/archive/revive/${await archived()}`),
  'delete permanently': async ({ client, archived }) => client.delete(`/api/admin/archive/${await archived()}`),
  'mark as favorite': ({ client, name }) => client.post(`${features}/${name}/favorites`),
  'set the default strategy': ({ client, name }) =>
    client.post(`${project}/environments/production/default-strategy`, {
      name: 'flexibleRollout',
      parameters: { rollout: '50', stickiness: 'default', groupId: name },
    }),
  'switch on in another environment': ({ client, name }) => client.post(`${featureEnvironmentPath(name)}/on`),
};

describe('protected environments', () => {
  let app: TestApp;
  let callers: Readonly<Record<'no skip' | 'skip in the environment' | 'skip in the project' | 'admin', Principal>>;
  let number = 0;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'depot');
    await protect(app, 'default', 'production');
    const skipper = async (environment?: string) => {
      const user = app.users.someone(roleIds.editor);
      const right = { permission: 'SKIP_CHANGE_REQUEST' as const, ...(environment !== undefined && { environment }) };
      await app.users.grant(user, await app.users.role(right), 'default');
      await app.users.grant(user, roleIds.owner, 'depot');
      return user;
    };
    const editor = app.users.someone(roleIds.editor);
    await app.users.grant(editor, roleIds.owner, 'depot');
    callers = {
      'no skip': editor,
      'skip in the environment': await skipper('production'),
      'skip in the project': await skipper(),
      admin: app.users.admin,
    };
  });
  after(() => app.close());

  async function targetOf(user: Principal, options: CallOptions = {}): Promise<Target> {
    const name = `guarded.${++number}`;
    await postFeatures(app, [name]);
    const production = featureEnvironmentPath(name, 'production');
    const [strategy] = await postStrategies(app, production, {});
    return {
      client: app.as(user),
      options,
      name,
      production,
      strategy: strategy?.id ?? '',
      parent: once(async () => {
        await postFeatures(app, [`${name}.parent`]);
        return `${name}.parent`;
      }),
      archived: once(async () => {
        await postFeatures(app, [`${name}.archived`]);
        await archive(app, `${name}.archived`);
        return `${name}.archived`;
      }),
      segment: once(() => postSegment(app, name, { project: 'default' })),
    };
  }

  /** Outcome of the operation for each caller: the failure, or `done`. */
  async function answers(operation: Operation, arrange: (target: Target) => Promise<unknown> = async () => undefined) {
    const found: [string, string][] = [];
    for (const [caller, user] of Object.entries(callers)) {
      const target = await targetOf(user);
      await arrange(target);
      const { status, body } = await operation(target);
      found.push([caller, status < 300 ? 'done' : `${status} ${body.name} ${body.permissions}`]);
    }
    return Object.fromEntries(found);
  }

  const refused = '403 NoAccessError SKIP_CHANGE_REQUEST';
  const table = [
    { operations: inEnvironment, title: 'only with permission to skip change requests there', done: [false, true, true, true] },
    { operations: inProject, title: 'only with permission to skip change requests in the project', done: [false, false, true, true] },
    { operations: unguarded, title: 'without that permission', done: [true, true, true, true] },
  ];
  for (const { operations, title, done } of table) {
    for (const [name, operation] of Object.entries(operations)) {
      it(`let callers ${name} ${title}`, async () => {
        const all = Object.keys(callers).map((caller, index) => [caller, done[index] ? 'done' : refused]);
        deepEqual(await answers(operation), Object.fromEntries(all));
      });
    }
  }

  it('let callers remove dependencies only with permission to skip change requests in the project', async () => {
    const depend = async ({ name, parent }: Target) =>
      app.as(app.users.admin).post(`${features}/${name}/dependencies`, { feature: await parent() });
    const expected = { 'no skip': refused, 'skip in the environment': refused, 'skip in the project': 'done', admin: 'done' };
    deepEqual(await answers(({ client, name }) => client.delete(`${features}/${name}/dependencies`), depend), expected);
    deepEqual(await answers(({ client, name }) => client.delete(`${features}/${name}/dependencies/${name}.parent`), depend), expected);
  });

  it('let callers remove the environment from the project only with permission to skip change requests there', async () => {
    const admin = app.as(app.users.admin);
    const remove = async ({ client }: Target) => {
      const answer = await client.delete(`${project}/environments/production`);
      await admin.post(`${project}/environments`, { environment: 'production' });
      const configuration = `${project}/environments/production/change-requests/config`;
      equal((await admin.put(configuration, { changeRequestsEnabled: true })).status, 200);
      return answer;
    };
    const expected = { 'no skip': refused, 'skip in the environment': 'done', 'skip in the project': 'done', admin: 'done' };
    deepEqual(await answers(remove), expected);
  });

  it('let callers switch off only with permission to skip change requests there', async () => {
    const turnOn = ({ production }: Target) => app.as(app.users.admin).post(`${production}/on`);
    const expected = { 'no skip': refused, 'skip in the environment': 'done', 'skip in the project': 'done', admin: 'done' };
    deepEqual(await answers(({ client, production }) => client.post(`${production}/off`), turnOn), expected);
    const bulk = `${project}/bulk_features/environments/production/off`;
    deepEqual(await answers(({ client, name }) => client.post(bulk, { features: [name] }), turnOn), expected);
  });

  for (const [name, operation] of Object.entries(banned)) {
    it(`never let callers ${name}, even with a reason`, async () => {
      for (const user of [...Object.values(callers), app.users.adminToken]) {
        const target = await targetOf(user, { headers: { 'x-change-reason': 'it burns' } });
        await postFeatures(app, [`${target.name}.out`], 'depot');
        const { status, body } = await operation(target);
        deepEqual([status, body.name], [403, 'ForbiddenError']);
        match(body.message, /project default.*environment production/);
      }
    });
  }

  for (const [name, operation] of Object.entries({ ...inEnvironment, ...inProject })) {
    it(`record the bypass once, before other events, when callers ${name} with a reason`, async () => {
      const target = await targetOf(app.users.admin, { headers: { 'x-change-reason': 'it burns' } });
      await target.parent();
      await target.segment();
      const events = await app.eventsOf('toggles', async () => {
        const { status, body } = await operation(target);
        ok(status < 300, `${status} ${JSON.stringify(body)}`);
      });
      const [first, ...others] = events.map(({ type, project, environment, data }) => ({ type, project, environment, data }));
      const data = { author: principalKey(app.users.admin), reason: 'it burns', frozen: null };
      deepEqual(first, { type: 'protection-bypassed', project: 'default', environment: 'production', data });
      ok(others.length > 0);
      equal(others.filter(({ type }) => type === 'protection-bypassed').length, 0);
    });
  }
});
