import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { type Envelope, type Right, roleIds } from '@signalbox/contracts';
import { type Answer, start, type TestApp } from '@signalbox/testing';
import { addProject, features, postFeatures, protect } from '../feature/feature/feature.fixture.ts';
import { addSegments, featureEnvironmentPath, postStrategies } from '../feature/strategy/strategy.fixture.ts';
import { postDependencies } from '../feature/dependency/dependency.fixture.ts';
import { postPlan } from '../release/plan/plan.fixture.ts';
import { toggles } from '../service.ts';

type Past = Envelope['data'];
type Body = Answer['body'];

describe('undo of an event', () => {
  let app: TestApp;
  let count = 0;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  const admin = () => app.as(app.users.admin);
  const undo = (event: object, query = '') => admin().post(`/api/admin/undo${query}`, event);
  const preview = (event: object) => admin().post('/api/admin/undo/preview', event);
  const env = (feature: string) => featureEnvironmentPath(feature);
  const half = (title: string) => ({
    name: 'flexibleRollout',
    title,
    parameters: { rollout: '50', stickiness: 'default', groupId: 'g' },
    constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'], inverted: false, caseInsensitive: false }],
    variants: ['c', 'a', 'b'].map((name) => ({ name, weight: 0, weightType: 'variable', stickiness: 'default' })),
  });
  const variants = (...names: string[]) => names.map((name) => ({ name, weight: 1, weightType: 'variable', stickiness: 'default' }));

  async function newFeature(): Promise<string> {
    const name = `f${++count}`;
    await postFeatures(app, [name]);
    return name;
  }

  /** The state of a feature without values that change on their own or name an author. */
  async function stateOf(feature: string): Promise<Body> {
    const { status, body } = await admin().get(`${features}/${feature}`);
    if (status === 404) return { archived: true };
    const { collaborators: _c, lifecycle: _l, ...state } = body;
    return JSON.parse(JSON.stringify(state, (key, value: unknown) => (key === 'setAt' ? null : value)));
  }

  async function eventOf(type: string, work: () => Promise<Answer>): Promise<Past> {
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await work();
      ok(status < 300, JSON.stringify(body));
    });
    const found = events.find((event) => event.type === type);
    ok(found, `${type} among ${events.map((event) => event.type).join(', ')}`);
    return found;
  }

  interface Case {
    readonly type: string;
    /** Distinguishes cases of one type. */
    readonly of?: string;
    readonly prepare?: (feature: string) => Promise<unknown>;
    readonly change: (feature: string) => Promise<Answer>;
    /** Type of the event that the undo emits. Undoing that event restores the change. */
    readonly undoneBy: string;
    /** Type of the event that undoing the undo emits, if it differs from that of the change. */
    readonly redoneBy?: string;
    readonly sentence: RegExp;
  }

  const strategies = async (feature: string) => (await admin().get(`${env(feature)}/strategies`)).body as { id: string }[];
  const first = async (feature: string) => (await strategies(feature))[0]?.id ?? '';

  const cases: readonly Case[] = [
    {
      type: 'feature-environment-enabled',
      prepare: (feature) => postStrategies(app, env(feature), {}),
      change: (feature) => admin().post(`${env(feature)}/on`),
      undoneBy: 'feature-environment-disabled',
      sentence: /^Turn off f\d+ in development$/,
    },
    {
      type: 'feature-environment-disabled',
      prepare: (feature) => admin().post(`${env(feature)}/on`),
      change: (feature) => admin().post(`${env(feature)}/off`),
      undoneBy: 'feature-environment-enabled',
      sentence: /^Turn on f\d+ in development$/,
    },
    {
      type: 'feature-strategy-add',
      prepare: (feature) => postStrategies(app, env(feature), {}),
      change: (feature) => admin().post(`${env(feature)}/strategies`, half('half')),
      undoneBy: 'feature-strategy-remove',
      sentence: /^Delete the strategy half of f\d+ in development$/,
    },
    {
      type: 'feature-strategy-update',
      prepare: (feature) => postStrategies(app, env(feature), half('half')),
      change: async (feature) => admin().put(`${env(feature)}/strategies/${await first(feature)}`, { title: 'all', parameters: {} }),
      undoneBy: 'feature-strategy-update',
      sentence: /^Change the strategy half of f\d+ in development$/,
    },
    {
      type: 'feature-strategy-remove',
      prepare: async (feature) =>
        postStrategies(app, env(feature), { ...half('half'), segments: await addSegments(app, [`of-${feature}`]) }, {}),
      change: async (feature) => admin().delete(`${env(feature)}/strategies/${await first(feature)}`),
      undoneBy: 'feature-strategy-add',
      sentence: /^Add the strategy half to f\d+ in development$/,
    },
    {
      type: 'strategy-order-changed',
      prepare: (feature) => postStrategies(app, env(feature), {}, half('half')),
      change: async (feature) => admin().post(`${env(feature)}/strategies/set-sort-order`, [{ id: await first(feature), sortOrder: 7 }]),
      undoneBy: 'strategy-order-changed',
      sentence: /^Reorder the strategies of f\d+ in development$/,
    },
    {
      type: 'feature-environment-variants-updated',
      prepare: (feature) => admin().put(`${env(feature)}/variants`, variants('c', 'a', 'b')),
      change: (feature) => admin().put(`${env(feature)}/variants`, variants('a', 'z')),
      undoneBy: 'feature-environment-variants-updated',
      sentence: /^Change the variants of f\d+ in development$/,
    },
    {
      type: 'feature-revived',
      prepare: (feature) => admin().delete(`${features}/${feature}`),
      change: (feature) => admin().post(`/api/admin/archive/revive/${feature}`),
      undoneBy: 'feature-archived',
      sentence: /^Archive f\d+$/,
    },
    {
      type: 'feature-archived',
      change: (feature) => admin().delete(`${features}/${feature}`),
      undoneBy: 'feature-revived',
      sentence: /^Revive f\d+, disabled in every environment$/,
    },
    {
      type: 'feature-metadata-updated',
      change: (feature) => admin().put(`${features}/${feature}`, { description: 'new', type: 'kill-switch' }),
      undoneBy: 'feature-metadata-updated',
      sentence: /^Change description, type of f\d+$/,
    },
    {
      type: 'feature-stale-on',
      change: (feature) => admin().post('/api/admin/projects/default/stale', { features: [feature], stale: true }),
      undoneBy: 'feature-stale-off',
      sentence: /^Change stale of f\d+$/,
    },
    {
      type: 'feature-stale-off',
      prepare: (feature) => admin().post('/api/admin/projects/default/stale', { features: [feature], stale: true }),
      change: (feature) => admin().post('/api/admin/projects/default/stale', { features: [feature], stale: false }),
      undoneBy: 'feature-stale-on',
      sentence: /^Change stale of f\d+$/,
    },
    {
      type: 'feature-tagged',
      change: (feature) => admin().post(`/api/admin/features/${feature}/tags`, { type: 'simple', value: 'red' }),
      undoneBy: 'feature-untagged',
      sentence: /^Remove the tag simple:red from f\d+$/,
    },
    {
      type: 'feature-untagged',
      prepare: (feature) => admin().post(`/api/admin/features/${feature}/tags`, { type: 'simple', value: 'red' }),
      change: (feature) => admin().delete(`/api/admin/features/${feature}/tags/simple/red`),
      undoneBy: 'feature-tagged',
      sentence: /^Tag f\d+ with simple:red$/,
    },
    {
      type: 'feature-dependency-added',
      prepare: (feature) => postFeatures(app, [`${feature}-parent`]),
      change: (feature) => admin().post(`${features}/${feature}/dependencies`, { feature: `${feature}-parent`, enabled: false }),
      undoneBy: 'feature-dependencies-removed',
      sentence: /^Remove the dependency of f\d+$/,
    },
    {
      type: 'feature-dependency-removed',
      prepare: async (feature) => {
        await postFeatures(app, [`${feature}-parent`]);
        await postDependencies(app, { [feature]: `${feature}-parent` });
      },
      change: (feature) => admin().delete(`${features}/${feature}/dependencies/${feature}-parent`),
      undoneBy: 'feature-dependency-added',
      redoneBy: 'feature-dependencies-removed',
      sentence: /^Make f\d+ depend on f\d+-parent$/,
    },
    {
      type: 'feature-dependencies-removed',
      prepare: async (feature) => {
        await postFeatures(app, [`${feature}-parent`]);
        await postDependencies(app, { [feature]: `${feature}-parent` });
      },
      change: (feature) => admin().delete(`${features}/${feature}/dependencies`),
      undoneBy: 'feature-dependency-added',
      sentence: /^Make f\d+ depend on f\d+-parent$/,
    },
  ];

  const guard = (threshold: number) => ({
    impactMetric: { metricName: 'errors', timeRange: 'hour', aggregationMode: 'count', labelSelectors: {} },
    triggerCondition: { operator: '>', threshold },
    graceMinutes: threshold,
  });
  const owners: Readonly<Record<string, (feature: string) => Promise<string>>> = {
    '': async (feature) => `${env(feature)}/safeguards`,
    'the release plan of ': async (feature) =>
      `${env(feature)}/release-plans/${(await admin().get(env(feature))).body.releasePlans[0].id}/safeguards`,
  };
  const guardCases = Object.entries(owners).flatMap(([owner, pathOf]): Case[] => {
    const put = async (feature: string, threshold: number, id?: string) =>
      admin().put(await pathOf(feature), { ...guard(threshold), ...(id !== undefined && { id }) });
    const idOf = async (feature: string): Promise<string> => {
      const { safeguards, releasePlans } = (await admin().get(env(feature))).body;
      return (safeguards ?? releasePlans[0].safeguards)[0].id;
    };
    const addPlan = async (feature: string) => {
      if (owner !== '') await postPlan(app, feature);
    };
    const guarded = async (feature: string) => {
      await addPlan(feature);
      await put(feature, 5);
    };
    const setting = new RegExp(`^Guard ${owner}f\\d+ in development by the metric errors$`);
    const deleting = new RegExp(`^Delete a safeguard of ${owner}f\\d+ in development$`);
    const all: readonly (Omit<Case, 'type'> & Partial<Pick<Case, 'type'>>)[] = [
      {
        of: `that adds a safeguard of ${owner}a feature`,
        prepare: addPlan,
        change: (feature) => put(feature, 5),
        undoneBy: 'safeguard-deleted',
        sentence: deleting,
      },
      {
        of: `that changes a safeguard of ${owner}a feature`,
        prepare: guarded,
        change: async (feature) => put(feature, 6, await idOf(feature)),
        undoneBy: 'safeguard-changed',
        sentence: setting,
      },
      {
        type: 'safeguard-deleted',
        of: `of a safeguard of ${owner}a feature`,
        prepare: guarded,
        change: async (feature) => admin().delete(`${await pathOf(feature)}/${await idOf(feature)}`),
        undoneBy: 'safeguard-changed',
        sentence: setting,
      },
    ];
    return all.map((own) => ({ type: 'safeguard-changed', ...own }));
  });

  for (const { type, of = '', prepare, change, undoneBy, redoneBy = type, sentence } of [...cases, ...guardCases]) {
    it(`restores the state before ${`${type} ${of}`.trim()}, and undoing the undo restores the state after it`, async () => {
      const feature = await newFeature();
      await prepare?.(feature);
      const before = await stateOf(feature);
      const event = await eventOf(type, () => change(feature));
      const after = await stateOf(feature);
      const seen = (await preview(event)).body;
      deepEqual([seen.isReversible, seen.because, seen.hasChanged, seen.way], [true, null, false, 'direct'], JSON.stringify(seen));
      match(seen.sentence, sentence);
      deepEqual(await stateOf(feature), after, 'the preview leaves nothing');
      const undone = await eventOf(undoneBy, () => undo(event));
      deepEqual(await stateOf(feature), before);
      await eventOf(redoneBy, () => undo(undone));
      deepEqual(withoutOrder(type, await stateOf(feature)), withoutOrder(type, after));
    });
  }

  it('restores the previous parent if another one replaced it', async () => {
    const feature = await newFeature();
    await postFeatures(app, [`${feature}-a`, `${feature}-b`]);
    await postDependencies(app, { [feature]: `${feature}-a` });
    const before = await stateOf(feature);
    const event = await eventOf('feature-dependency-added', () =>
      admin().post(`${features}/${feature}/dependencies`, { feature: `${feature}-b` }),
    );
    equal((await undo(event)).status, 200);
    deepEqual(await stateOf(feature), before);
  });

  it('archives a created feature, and undoing that revives it', async () => {
    const name = `f${++count}`;
    const created = await eventOf('feature-created', () => admin().post(features, { name }));
    const before = await stateOf(name);
    const archived = await eventOf('feature-archived', () => undo(created));
    equal((await stateOf(name)).archived, true);
    await eventOf('feature-revived', () => undo(archived));
    deepEqual(await stateOf(name), before);
  });

  for (const project of [null, 'default'])
    it(`restores the previous segment${project ? ' of a project' : ''}`, async () => {
      const segment = `s${++count}`;
      const constraints = [{ contextName: 'userId', operator: 'IN', values: ['7'], inverted: false, caseInsensitive: false }];
      const made = await admin().post('/api/admin/segments', { name: segment, description: 'one', project, constraints });
      const path = `/api/admin/segments/${made.body.id}`;
      const before = (await admin().get(path)).body;
      const event = await eventOf('segment-updated', () => admin().put(path, { name: `${segment}-b`, project, constraints: [] }));
      const after = (await admin().get(path)).body;
      const undone = await eventOf('segment-updated', () => undo(event));
      deepEqual((await admin().get(path)).body, before);
      await eventOf('segment-updated', () => undo(undone));
      deepEqual((await admin().get(path)).body, after);
    });

  it('deletes a created segment, and explains that a deleted one cannot be restored', async () => {
    const created = await eventOf('segment-created', () => admin().post('/api/admin/segments', { name: `s${++count}`, constraints: [] }));
    const deleted = await eventOf('segment-deleted', () => undo(created));
    const { body } = await preview(deleted);
    deepEqual([body.isReversible, body.because], [false, 'Deleted segments cannot be restored: a new one would have a different id.']);
  });

  it('returns the values of later changes, and overwrites them only if the caller insists', async () => {
    const feature = await newFeature();
    const event = await eventOf('feature-metadata-updated', () =>
      admin().put(`${features}/${feature}`, { description: 'one', type: 'release' }),
    );
    await admin().put(`${features}/${feature}`, { description: 'two', type: 'kill-switch' });
    const { body } = await preview(event);
    deepEqual([body.hasChanged, body.left, body.now], [true, { description: 'one' }, { description: 'two' }]);
    const refused = await undo(event);
    deepEqual([refused.status, refused.body.left, refused.body.now], [409, { description: 'one' }, { description: 'two' }]);
    equal((await undo(event, '?anyway=true')).status, 200);
    const { description, type } = await stateOf(feature);
    deepEqual([description, type], [null, 'kill-switch']);
  });

  it('accepts the event with the extra properties that audit returns', async () => {
    const feature = await newFeature();
    const event = await eventOf('feature-stale-on', () =>
      admin().post('/api/admin/projects/default/stale', { features: [feature], stale: true }),
    );
    equal((await undo({ ...event, id: 7, label: 'x', difference: null, isDropped: false })).status, 200);
  });

  it('explains why an event cannot be undone', async () => {
    const feature = await newFeature();
    const [strategy] = await postStrategies(app, env(feature), {});
    const removed = await eventOf('feature-strategy-remove', () => admin().delete(`${env(feature)}/strategies/${strategy?.id}`));
    equal((await undo(removed)).status, 200);
    const reasons = {
      'The strategy id': removed,
      'The object is already in its previous state': { ...removed, type: 'feature-stale-on', environment: null, preData: null },
      'no longer exists in project': { ...removed, featureName: 'nobody' },
      'The details of the event have expired.': { ...removed, preData: null },
      'does not contain the previous dependency': { ...removed, type: 'feature-dependencies-removed', environment: null, preData: null },
      'Events of type user-created cannot be undone': { ...removed, type: 'user-created' },
      'Resume the release plan instead': { ...removed, type: 'safeguard-triggered' },
      'Delete the saved chart instead': { ...removed, type: 'impact-metric-created' },
      'does not contain the previous variants of each environment': { ...removed, type: 'feature-variants-updated' },
    };
    for (const [reason, event] of Object.entries(reasons)) {
      const { body } = await preview(event);
      deepEqual([body.isReversible, String(body.because).includes(reason)], [false, true], `${reason}: ${body.because}`);
      const { status, body: refusal } = await undo(event, '?anyway=true');
      deepEqual([status, String(refusal.message).includes(reason)], [400, true], JSON.stringify(refusal));
    }
  });

  it('refuses content that does not match the type with 400, and names the property', async () => {
    const feature = await newFeature();
    const event = {
      type: 'feature-tagged',
      project: 'default',
      environment: null,
      featureName: feature,
      data: { value: 'x' },
      preData: null,
    };
    const { status, body } = await undo(event);
    deepEqual([status, body.details[0].path], [400, 'data/value']);
  });

  it('requires only the permission of the change itself', async () => {
    const feature = await newFeature();
    const on = await eventOf('feature-environment-enabled', () => admin().post(`${env(feature)}/on`));
    const holding = async (...rights: Right[]) => {
      const user = app.users.someone();
      await app.users.grant(user, await app.users.role(...rights), 'default');
      return user;
    };
    const may = await holding({ permission: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' });
    const mayElsewhere = await holding(
      { permission: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'production' },
      { permission: 'UPDATE_FEATURE' },
    );
    for (const user of [app.users.viewer, mayElsewhere]) {
      const { status, body } = await app.as(user).post('/api/admin/undo', on);
      deepEqual([status, body.permissions], [403, ['UPDATE_FEATURE_ENVIRONMENT']]);
    }
    equal((await app.as(app.users.viewer).post('/api/admin/undo/preview', on)).status, 200);
    equal((await app.as(null).post('/api/admin/undo', on)).status, 401);
    equal((await app.as(may).post('/api/admin/undo', on)).status, 200);
  });

  it('hides projects that the caller cannot see, regardless of the project in the event', async () => {
    await addProject(app, 'hidden');
    await postFeatures(app, ['secret'], 'hidden');
    await app.users.hide('hidden');
    const event = { type: 'feature-stale-on', project: 'hidden', environment: null, featureName: 'secret', data: null, preData: null };
    for (const path of ['/api/admin/undo', '/api/admin/undo/preview'])
      equal((await app.as(app.users.viewer).post(path, event)).status, 404);
    const { body } = await app.as(app.users.viewer).post('/api/admin/undo/preview', { ...event, project: 'default' });
    deepEqual([body.isReversible, body.now, body.because], [false, null, 'The feature secret no longer exists in project default.']);
  });

  it('proposes the change as a change request if the environment is protected', async () => {
    const feature = await newFeature();
    await addProject(app, 'guarded');
    await postFeatures(app, [`${feature}-g`], 'guarded');
    const path = featureEnvironmentPath(`${feature}-g`, 'production', 'guarded');
    const [strategy] = await postStrategies(app, path, half('half'));
    const removed = await eventOf('feature-strategy-remove', () => admin().delete(`${path}/strategies/${strategy?.id}`));
    await protect(app, 'guarded', 'production');
    const member = app.users.someone();
    await app.users.grant(member, roleIds.member, 'guarded');
    const someone = app.as(member);
    const seen = (await someone.post('/api/admin/undo/preview', removed)).body;
    deepEqual([seen.isReversible, seen.way, seen.environment, seen.change.action], [true, 'change request', 'production', 'addStrategy']);
    const events = await app.eventsOf('toggles', async () => equal((await someone.post('/api/admin/undo', removed)).status, 202));
    deepEqual(
      events.map(({ type, project, environment, data }) => ({
        type,
        project,
        environment,
        changes: (data as { changes?: unknown }).changes,
      })),
      [{ type: 'changes-proposed', project: 'guarded', environment: 'production', changes: [seen.change] }],
    );
    deepEqual((await admin().get(`${path}/strategies`)).body, []);
  });
});

/** Undo restores the order of strategies, but not the numbers behind it. */
function withoutOrder(type: string, state: Body): Body {
  if (type !== 'strategy-order-changed') return state;
  const environments = state.environments.map((environment: Body) => ({
    ...environment,
    strategies: environment.strategies.map(({ sortOrder: _, ...strategy }: Body) => strategy),
  }));
  return { ...state, environments };
}
