import { deepEqual, equal, ok } from 'node:assert/strict';
import { type Envelope, type Principal, roleIds } from '@signalbox/contracts';
import { type Answer, eventually } from '@signalbox/testing';
import { type ChangesApp, openChangesApp, requests } from './changes-app.fixture.ts';

const project = '/api/admin/projects/default';

describe('an undo in a protected environment', () => {
  let at: ChangesApp;
  let author: Principal;
  let count = 0;
  before(async () => {
    at = await openChangesApp();
    await at.protect({ requiredApprovals: 1 });
    await at.unprotect('development');
  });
  after(() => at.close());
  beforeEach(async () => {
    author = at.app.users.someone();
    await at.app.users.grant(author, roleIds.member, 'default');
  });

  const admin = () => at.operator;
  const environment = (feature: string) => `${project}/features/${feature}/environments/production`;
  const strategies = (feature: string) => `${environment(feature)}/strategies`;
  const firstOf = async (feature: string) => (await admin().get(strategies(feature))).body[0].id as string;
  const rollOut = (title: string) => ({
    name: 'flexibleRollout',
    title,
    parameters: { rollout: '50', stickiness: 'default', groupId: 'g' },
  });
  const variants = (...names: string[]) => names.map((name) => ({ name, weight: 1, weightType: 'variable', stickiness: 'default' }));

  interface Case {
    readonly type: string;
    readonly prepare?: (feature: string) => Promise<unknown>;
    readonly change: (feature: string) => Promise<Answer>;
  }

  const cases: readonly Case[] = [
    {
      type: 'feature-environment-enabled',
      prepare: (feature) => admin().post(strategies(feature), rollOut('a')),
      change: (feature) => admin().post(`${environment(feature)}/on`),
    },
    {
      type: 'feature-strategy-add',
      change: (feature) => admin().post(strategies(feature), rollOut('a')),
    },
    {
      type: 'feature-strategy-update',
      prepare: (feature) => admin().post(strategies(feature), rollOut('a')),
      change: async (feature) => admin().put(`${strategies(feature)}/${await firstOf(feature)}`, rollOut('b')),
    },
    {
      type: 'feature-strategy-remove',
      prepare: async (feature) => {
        await admin().post(strategies(feature), rollOut('a'));
        await admin().post(strategies(feature), rollOut('b'));
      },
      change: async (feature) => admin().delete(`${strategies(feature)}/${await firstOf(feature)}`),
    },
    {
      type: 'strategy-order-changed',
      prepare: async (feature) => {
        await admin().post(strategies(feature), rollOut('a'));
        await admin().post(strategies(feature), rollOut('b'));
      },
      change: async (feature) => admin().post(`${strategies(feature)}/set-sort-order`, [{ id: await firstOf(feature), sortOrder: 9 }]),
    },
    {
      type: 'feature-environment-variants-updated',
      prepare: (feature) => admin().put(`${environment(feature)}/variants`, variants('c', 'a', 'b')),
      change: (feature) => admin().put(`${environment(feature)}/variants`, variants('z')),
    },
    {
      type: 'feature-dependency-added',
      prepare: (feature) => at.createFeatures(`${feature}-parent`),
      change: (feature) => admin().post(`${project}/features/${feature}/dependencies`, { feature: `${feature}-parent` }),
    },
    {
      type: 'feature-dependencies-removed',
      prepare: async (feature) => {
        await at.createFeatures(`${feature}-parent`);
        await admin().post(`${project}/features/${feature}/dependencies`, { feature: `${feature}-parent` });
      },
      change: (feature) => admin().delete(`${project}/features/${feature}/dependencies`),
    },
  ];

  async function newFeature(): Promise<string> {
    const feature = `undone-${++count}`;
    await at.createFeatures(feature);
    return feature;
  }

  const stateOf = async (feature: string) => {
    const { environments, dependencies, variants: own } = (await admin().get(`${project}/features/${feature}`)).body;
    return { environments, dependencies, variants: own };
  };

  async function eventOf(type: string, work: () => Promise<Answer>): Promise<Envelope['data']> {
    const events = await at.app.eventsOf('toggles', async () => {
      const { status, body } = await work();
      ok(status < 300, JSON.stringify(body));
    });
    const event = events.find((one) => one.type === type);
    ok(event, events.map((one) => one.type).join());
    return event;
  }

  /** Sends the author's draft through review and applies it. */
  async function applyDraft(): Promise<void> {
    const pending = async (): Promise<Answer['body']> => (await at.app.as(author).get(`${requests}/pending`)).body;
    await eventually(async () => equal((await pending()).length, 1));
    const [{ id }] = await pending();
    for (const [who, state] of [
      [author, 'In review'],
      [at.approver, 'Approved'],
      [at.applier, 'Applied'],
    ] as const) {
      const { status, body } = await at.ask(who, id, state);
      deepEqual([status, body.state], [200, state], JSON.stringify(body));
    }
  }

  for (const { type, prepare, change } of cases)
    it(`creates a change request that restores the data from before ${type}`, async () => {
      const feature = await newFeature();
      await prepare?.(feature);
      const before = await stateOf(feature);
      const event = await eventOf(type, () => change(feature));
      const after = await stateOf(feature);
      const { status, body } = await at.toggles(author).post('/api/admin/undo', event);
      deepEqual([status, body.way, body.environment], [202, 'change request', 'production'], JSON.stringify(body));
      deepEqual(await stateOf(feature), after, 'nothing is undone yet');
      await applyDraft();
      deepEqual(await stateOf(feature), before);
    });

  it('creates a change request that restores a segment of the project', async () => {
    const made = await admin().post('/api/admin/segments', { name: 'regulars', project: 'default', constraints: [] });
    const path = `/api/admin/segments/${made.body.id}`;
    const event = await eventOf('segment-updated', () => admin().put(path, { name: 'guests', project: 'default', constraints: [] }));
    const owner = at.app.users.someone();
    await at.app.users.grant(owner, roleIds.owner, 'default');
    author = owner;
    equal((await at.toggles(author).post('/api/admin/undo', event)).status, 202);
    await applyDraft();
    deepEqual((await admin().get(path)).body, made.body);
  });

  it('is direct for callers who may skip change requests, with the reason that the environment requires', async () => {
    const feature = await newFeature();
    const event = await eventOf('feature-environment-enabled', () => admin().post(`${environment(feature)}/on`));
    await at.protect({ requiredApprovals: 1, reasonRequired: true });
    equal((await admin().post('/api/admin/undo/preview', event)).body.way, 'direct');
    equal((await admin().post('/api/admin/undo', event)).status, 403);
    const reported = await at.app.eventsOf('toggles', async () =>
      equal((await admin().post('/api/admin/undo', event, { headers: { 'x-change-reason': 'it burns' } })).status, 200),
    );
    deepEqual(
      reported.map(({ type }) => type),
      ['protection-bypassed', 'feature-environment-disabled'],
    );
    await at.protect({ requiredApprovals: 1, reasonRequired: false });
  });
});
