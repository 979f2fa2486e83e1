import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { nextRandom } from '@signalbox/testing';
import { type AgentsApp, openAgentsApp } from './agents.fixture.ts';

const path = '/api/admin/projects/default';
const flags = ['first', 'second', 'third'];
const plans = 150;

interface FeatureDocument {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly parents?: unknown; readonly environments?: { readonly production?: { readonly enabled?: boolean } } };
}

describe('production', () => {
  let app: AgentsApp;
  before(async () => {
    app = await openAgentsApp();
  });
  after(() => app.close());

  const random = nextRandom();
  const isLucky = (chance = 0.5): boolean => random() < chance;
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

  const strategies = () => [
    { name: 'default' },
    { name: 'flexibleRollout', parameters: { rollout: String(Math.floor(random() * 101)), stickiness: 'default', groupId: 'x' } },
  ];
  const settings = () => ({ enabled: isLucky(), ...(isLucky() && { strategies: isLucky(0.2) ? [] : [oneOf(strategies())] }) });
  const environments = () => ({
    ...(isLucky() && { development: isLucky(0.1) ? null : settings() }),
    ...(isLucky() && { production: isLucky(0.1) ? null : settings() }),
  });
  const patch = (flag: string) => ({
    ...(isLucky(0.3) && { description: `Change ${random()}` }),
    ...(isLucky(0.2) && { stale: isLucky() }),
    ...(isLucky(0.2) && flag !== 'first' && { parents: isLucky() ? [] : [{ feature: 'first' }] }),
    ...(isLucky(0.8) && { environments: isLucky(0.1) ? null : environments() }),
  });

  /** Everything that decides the answers of production, by feature. */
  const stateOfProduction = async (): Promise<ReadonlyMap<string, string>> => {
    const { documents } = (await app.session.get(`${path}/documents`)).body as { readonly documents: readonly FeatureDocument[] };
    const features = documents.filter(({ kind }) => kind === 'Feature');
    return new Map(
      features.map(({ metadata, spec }) => [metadata.name, JSON.stringify([spec.parents ?? [], spec.environments?.production ?? {}])]),
    );
  };

  it('never changes by plans of an agent that may propose there, whatever they contain', async () => {
    const documents = flags.map((name) => ({
      apiVersion: 'signalbox.dev/v1',
      kind: 'Feature',
      metadata: { name },
      spec: { environments: { production: { enabled: true, strategies: [oneOf(strategies())] } } },
    }));
    const { body } = await app.session.post(`${path}/plan`, { set: null, documents });
    ok((await app.session.post(`${path}/apply`, { set: null, documents, expect: { hash: body.hash } })).status < 300);
    const initial = await stateOfProduction();
    const agent = await app.connect();
    const outcomes = { written: 0, proposed: 0, refused: 0 };
    for (let count = 0; count < plans; count += 1) {
      const names = new Set(Array.from({ length: 1 + Math.floor(random() * 3) }, () => oneOf([...flags, `new-${count}`])));
      const changes = [...names].map((flag) => ({ flag, patch: patch(flag) }));
      const plan = await agent.call('plan_change', { project: 'default', changes });
      const tool = oneOf(['commit_plan', 'propose_change_request']);
      const result = plan.isError ? plan : await agent.call(tool, { project: 'default', hash: plan.data.hash });
      if (result.isError) outcomes.refused += 1;
      else {
        outcomes.written += Math.min(1, result.data.writtenDirectly);
        outcomes.proposed += Math.min(1, result.data.changeRequests.length);
      }
      for (const [name, state] of await stateOfProduction())
        deepEqual(state, initial.get(name) ?? JSON.stringify([[], {}]), JSON.stringify({ name, tool, changes }));
    }
    for (const [outcome, times] of Object.entries(outcomes)) ok(times > 5, `${outcome}: ${times} of ${plans}`);
    const modes = await app.session.put(`${path}/agents`, { environments: [{ environment: 'production', mode: 'write' }] });
    equal(modes.status, 200, JSON.stringify(modes.body));
    const changes = [{ flag: 'first', patch: { environments: { production: { enabled: false } } } }];
    const { hash } = await agent.ask('plan_change', { project: 'default', changes });
    await agent.ask('commit_plan', { project: 'default', hash });
    notEqual((await stateOfProduction()).get('first'), initial.get('first'));
  });
});
