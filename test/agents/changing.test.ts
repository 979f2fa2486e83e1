import { deepEqual, equal, match } from 'node:assert/strict';
import { type AgentsApp, type ConnectedAgent, openAgentsApp } from './agents.fixture.ts';

const project = 'default';
const on = { enabled: true, strategies: [{ name: 'default' }] };
const everywhere = { environments: { development: on, production: on } };

describe('changes of an agent', () => {
  let app: AgentsApp;
  let agent: ConnectedAgent;
  let count = 0;
  before(async () => {
    app = await openAgentsApp();
    agent = await app.connect();
  });
  after(() => app.close());

  const features = `/api/admin/projects/${project}/features`;
  const created = async (): Promise<string> => {
    const { status, body } = await app.session.post(features, { name: `changed-${++count}` });
    equal(status, 201);
    return body.name;
  };
  const plan = (flag: string, patch: object) => agent.ask('plan_change', { project, changes: [{ flag, patch }] });
  const enabledIn = async (flag: string) =>
    (await app.session.get(`${features}/${flag}`)).body.environments.map(({ enabled }: { enabled: boolean }) => enabled);
  const requests = async (flag: string) => (await app.session.get(`/api/admin/projects/${project}/change-requests/pending/${flag}`)).body;

  it('are written where it may write, and proposed elsewhere, by commit_plan', async () => {
    const flag = await created();
    const { hash } = await plan(flag, everywhere);
    const { writtenDirectly, changeRequests } = await agent.ask('commit_plan', { project, hash });
    equal(writtenDirectly, 1);
    deepEqual(
      changeRequests.map(({ environment }: { environment: string }) => environment),
      ['production'],
    );
    deepEqual(await enabledIn(flag), [true, false]);
  });

  it('are all proposed by propose_change_request, even where it may write', async () => {
    const flag = await created();
    const { hash } = await plan(flag, everywhere);
    const { writtenDirectly, changeRequests } = await agent.ask('propose_change_request', { project, hash, title: 'Release it' });
    deepEqual([writtenDirectly, changeRequests.length], [0, 2]);
    deepEqual(await enabledIn(flag), [false, false]);
    deepEqual(
      (await requests(flag)).map(({ environment, title, state }: Record<string, string>) => [environment, title, state]).toSorted(),
      ['development', 'production'].map((environment) => [environment, 'Release it', 'In review']),
    );
  });

  it('are refused by propose_change_request if a change request cannot contain all of them', async () => {
    const flag = await created();
    for (const [name, patch] of [
      [flag, { ...everywhere, description: 'New' }],
      ['new-flag', everywhere],
    ] as const) {
      const { hash } = await plan(name, patch);
      const { isError, problem, data } = await agent.call('propose_change_request', { project, hash });
      equal(isError, true);
      match(problem ?? '', /^Nothing was proposed: change requests cannot contain the changes in `data`\. Plan and commit these first/);
      deepEqual(
        data.direct.map(({ flag: named, environment }: { flag: string; environment?: string }) => [named, environment]),
        [[name, undefined]],
      );
    }
    deepEqual([await enabledIn(flag), await requests(flag)], [[false, false], []]);
    equal((await app.session.get(`${features}/new-flag`)).status, 404);
  });

  it('must be planned again once the flag has changed', async () => {
    const flag = await created();
    const { hash } = await plan(flag, everywhere);
    equal((await app.session.post(`${features}/${flag}/environments/development/on`)).status, 200);
    for (const tool of ['commit_plan', 'propose_change_request'])
      match((await agent.call(tool, { project, hash })).problem ?? '', /plan(_change)? again/);
    deepEqual([await enabledIn(flag), await requests(flag)], [[true, false], []]);
  });
});
