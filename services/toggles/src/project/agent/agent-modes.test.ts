import { deepEqual, equal, match } from 'node:assert/strict';
import type { AgentMode, Principal } from '@signalbox/contracts';
import { start, type TestApp } from '@signalbox/testing';
import { featureDocument } from '../../document/documents.fixture.ts';
import { applied } from '../../document/plan.fixture.ts';
import { features, postFeatures, protect } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';

const path = '/api/admin/projects/default/agents';
const via = { agent: 'Code Pilot', client: 'test' };

describe('agents in a project', () => {
  let app: TestApp;
  let count = 0;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  const admin = () => app.as(app.users.admin);
  const agentOf = (user: Principal, mode: AgentMode = 'write'): Principal => ({ ...user, via, mode });
  const agent = (mode?: AgentMode) => agentOf(app.users.admin, mode);
  const fresh = () => `agent-${++count}`;
  const set = (modes: Readonly<Record<string, AgentMode | null>>) =>
    admin().put(path, { environments: Object.entries(modes).map(([environment, mode]) => ({ environment, mode })) });
  const created = async () => {
    const name = fresh();
    await postFeatures(app, [name]);
    return name;
  };
  const on = { enabled: true, strategies: [{ name: 'default' }] };
  const turnOn = (name: string, environment: string, who: Principal) =>
    applied(app, [featureDocument(name, { environments: { [environment]: on } })], { who, set: null });

  it('may propose in production and write in development until somebody sets a mode', async () => {
    deepEqual((await admin().get(path)).body, {
      environments: [
        { environment: 'development', type: 'development', mode: 'write', isDefault: true },
        { environment: 'production', type: 'production', mode: 'propose', isDefault: true },
      ],
    });
  });

  it('get modes from people who may update the project, with an event for each change', async () => {
    const events = await app.eventsOf('toggles', async () => {
      equal((await set({ production: 'read', development: 'write' })).status, 200);
      equal((await set({ production: 'read' })).status, 200);
    });
    deepEqual(
      events.map(({ type, environment, data, preData }) => ({ type, environment, data, preData })),
      [
        { type: 'project-agents-updated', environment: 'production', data: { mode: 'read' }, preData: { mode: null } },
        { type: 'project-agents-updated', environment: 'development', data: { mode: 'write' }, preData: { mode: null } },
      ],
    );
    equal((await set({ production: null, development: null })).status, 200);
    equal((await admin().get(path)).body.environments[1].isDefault, true);
    const { status, body } = await set({ moon: 'read' });
    equal(status, 400);
    match(body.message, /environments\/0\/environment must be an environment of project default; got moon/);
    equal((await app.as(app.users.viewer).put(path, { environments: [{ environment: 'production', mode: 'write' }] })).status, 403);
    equal((await app.as(agent()).put(path, { environments: [{ environment: 'production', mode: 'write' }] })).status, 403);
  });

  it('write directly where they may, with their names in the events', async () => {
    const name = await created();
    const events = await app.eventsOf('toggles', async () => {
      const { answer } = await turnOn(name, 'development', agent());
      deepEqual([answer.status, answer.body.changeRequests], [200, []]);
    });
    deepEqual(
      [...new Set(events.map((event) => JSON.stringify([event.createdBy, event.via])))],
      [JSON.stringify([app.users.admin.name, via])],
    );
    const { answer } = await turnOn(name, 'development', app.users.admin);
    equal(answer.status, 200);
  });

  it('propose where they may only propose, although nothing is protected', async () => {
    const name = await created();
    const events = await app.eventsOf('toggles', async () => {
      const { plan, answer } = await turnOn(name, 'production', agent());
      equal(plan.actions[0].protected, true);
      deepEqual([answer.status, answer.body.applied, answer.body.changeRequests[0].environment], [200, 0, 'production']);
    });
    const proposal = events.find(({ type }) => type === 'changes-proposed');
    deepEqual([(proposal?.data as { requiredApprovals?: number } | undefined)?.requiredApprovals, proposal?.via], [1, via]);
    equal((await admin().get(`${features}/${name}`)).body.environments[1].enabled, false);
  });

  it('propose to archive unless they may write everywhere', async () => {
    const name = await created();
    const documents = [featureDocument(name, {})];
    equal((await applied(app, documents, { set: name, takeOver: true })).answer.status, 200);
    const { plan, answer } = await applied(app, [], { who: agent(), set: name, prune: true });
    deepEqual([plan.actions[0].op, plan.actions[0].protected, answer.body.changeRequests.length], ['delete', true, 1]);
    equal((await admin().get(`${features}/${name}`)).body.archived, false);
  });

  for (const mode of ['none', 'read'] as const) {
    it(`change nothing where the mode is ${mode}, with a reason that says who can allow it`, async () => {
      const name = await created();
      await set({ production: mode });
      const { plan, answer } = await turnOn(name, 'production', agent());
      match(plan.actions[0].reason, /Agents may not change anything in environment production of project default\. Users who may update/);
      equal(answer.status, 403);
      equal((await turnOn(name, 'production', app.users.admin)).answer.status, 200);
      await set({ production: null });
    });
  }

  it('go no further than their person allows', async () => {
    const name = await created();
    equal((await turnOn(name, 'development', agent('read'))).answer.status, 403);
    const { answer } = await turnOn(name, 'development', agent('propose'));
    deepEqual([answer.status, answer.body.changeRequests.length], [200, 1]);
    equal((await applied(app, [featureDocument(fresh(), {})], { who: agent('read'), set: null })).answer.status, 403);
    equal((await applied(app, [featureDocument(fresh(), {})], { who: agent('propose'), set: null })).answer.status, 200);
  });

  it('have at most the rights of their person', async () => {
    const name = await created();
    equal((await turnOn(name, 'development', agentOf(app.users.viewer))).answer.status, 403);
    equal((await turnOn(name, 'development', agentOf(app.users.editor))).answer.status, 200);
  });

  it('propose where they may write when they ask to, in one environment and in all of a project', async () => {
    const [name, parent] = [await created(), await created()];
    await set({ production: 'write' });
    const settings = featureDocument(name, { environments: { development: on } });
    const parents = featureDocument(name, { parents: [{ feature: parent }] });
    for (const [document, environment] of [
      [settings, 'development'],
      [parents, 'development'],
    ] as const) {
      const direct = await app.as(agent()).post('/api/admin/projects/default/plan', { set: null, documents: [document] });
      equal(direct.body.actions[0].protected, false);
      const { plan, answer } = await applied(app, [document], { who: agent(), set: null, propose: true });
      equal(plan.actions[0].protected, true);
      deepEqual([answer.status, answer.body.applied, answer.body.changeRequests[0].environment], [200, 0, environment]);
    }
    const { body } = await admin().get(`${features}/${name}`);
    deepEqual([body.environments[0].enabled, body.dependencies], [false, []]);
    await set({ production: null });
  });

  it('never skip change requests, whatever their user may do', async () => {
    const name = await created();
    await set({ production: 'write' });
    await protect(app, 'default', 'production');
    const { answer } = await turnOn(name, 'production', agent());
    deepEqual([answer.status, answer.body.applied, answer.body.changeRequests.length], [200, 0, 1]);
  });

  it('cannot call the routes that people use, even where they may write', async () => {
    const name = await created();
    const routes = [
      ['post', `${features}/${name}/environments/development/on`],
      ['post', features],
      ['delete', `${features}/${name}`],
      ['delete', `/api/admin/archive/${name}`],
      ['get', '/api/admin/state/export'],
    ] as const;
    for (const [method, route] of routes) {
      const client = app.as(agent());
      const { status, body } = method === 'post' ? await client.post(route, { name: 'x' }) : await client[method](route);
      deepEqual([status, body.message], [403, 'Agents may not do this. Ask the person that the agent acts for.'], route);
    }
  });
});
