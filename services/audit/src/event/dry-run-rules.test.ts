import { deepEqual, equal } from 'node:assert/strict';
import type { Rules } from '@signalbox/contracts';
import { start, type TestApp } from '@signalbox/testing';
import { audit } from '../service.ts';
import { emittedEvent, publish, type Special } from './emitted-event.fixture.ts';

const created = (name: string, description: string | null = null) => ({
  type: 'feature-created',
  featureName: name,
  data: {
    name,
    description,
    type: 'release',
    project: 'default',
    stale: false,
    createdAt: null,
    lastSeenAt: null,
    impressionData: false,
    archived: false,
    archivedAt: null,
  },
});
const enabled = (featureName: string, environment = 'production', more: Special = {}) => ({
  type: 'feature-environment-enabled',
  featureName,
  environment,
  data: null,
  ...more,
});
const strategy = (rollout: string) => ({
  id: '0f9c2a3e-8a0f-4f0c-9d59-0e6a2f3b1c4d',
  name: 'flexibleRollout',
  title: null,
  disabled: false,
  constraints: [],
  parameters: { rollout },
  variants: [],
  sortOrder: 0,
  segments: [],
});
const night = { name: 'night', start: '2026-03-01T08:00', end: '2026-03-01T09:00', timeZone: 'UTC', repeats: 'daily' as const };

type RequestedRules = Rules & { readonly naming?: object };

describe('a dry run of rules', () => {
  let app: TestApp;
  let sequence = 0;
  beforeEach(async () => {
    app = await start([audit]);
    sequence = 0;
  });
  afterEach(() => app.close());

  const record = (...events: Special[]) =>
    publish(
      app,
      events.map((event) => emittedEvent((sequence += 1), { correlationId: `request-${sequence}`, ...event })),
    );
  const dryRun = async ({ naming, ...rules }: RequestedRules, user = app.users.admin) => {
    const { status, body } = await app.as(user).post('/api/admin/projects/default/rules/dry-run', { rules, ...(naming && { naming }) });
    return status === 200 ? body : status;
  };
  const outcome = async (rules: RequestedRules) => {
    const { changes, rules: outcomes } = await dryRun(rules);
    const [{ refused, unknown, examples }] = outcomes;
    return [changes, refused, unknown, examples.map(({ event }: { event: number }) => event)];
  };

  it('counts the changes that each rule would have refused', async () => {
    await record(created('a', 'Shortens the way'), enabled('a', 'development'), enabled('a'), created('B'), enabled('B'));
    deepEqual(await outcome({ stagedFirst: { environment: 'production', after: 'development' } }), [5, 1, 0, [5]]);
    deepEqual(await outcome({ ownerRequired: { environments: ['production'] } }), [5, 2, 0, [5, 3]]);
    deepEqual(await outcome({ requiredTag: { type: 'simple', environments: ['production'] } }), [5, 2, 0, [5, 3]]);
    deepEqual(await outcome({ description: {} }), [5, 2, 0, [5, 4]]);
    deepEqual(await outcome({ naming: { pattern: '[a-z]+' } }), [5, 1, 0, [4]]);
    deepEqual(await outcome({ quietHours: { environments: ['production'], freezes: [night] } }), [5, 2, 0, [5, 3]]);
    deepEqual(await dryRun({}), { changes: 5, rules: [] });
  });

  it('says that a rule is unknown where the events do not tell', async () => {
    await record(enabled('old'), created('new'));
    deepEqual(await outcome({ stagedFirst: { environment: 'production', after: 'development' } }), [2, 0, 1, []]);
    deepEqual(await outcome({ ownerRequired: { environments: ['production'] } }), [2, 0, 1, []]);
    deepEqual(await outcome({ description: {} }), [2, 1, 1, [2]]);
    deepEqual(await outcome({ expiryRequired: {} }), [2, 0, 1, []]);
  });

  it('follows owners, descriptions and switches', async () => {
    const owner = { type: 'feature-owner-updated', featureName: 'a', data: { owner: { id: 7, name: 'ann' } }, preData: { owner: null } };
    const described = { ...created('a', 'Shortens the way'), type: 'feature-metadata-updated', preData: created('a').data };
    await record(created('a'), owner, described, enabled('a', 'development'), enabled('a'));
    await record({ ...enabled('a', 'development'), type: 'feature-environment-disabled' }, enabled('a'));
    deepEqual(await outcome({ ownerRequired: { environments: ['production'] } }), [7, 0, 0, []]);
    deepEqual(await outcome({ description: {} }), [7, 1, 0, [1]]);
    deepEqual(await outcome({ stagedFirst: { environment: 'production', after: 'development' } }), [7, 1, 0, [7]]);
  });

  it('judges the events of a request together, and counts them as one change', async () => {
    const replaced = [
      { type: 'feature-strategy-remove', preData: strategy('50'), data: null },
      { type: 'feature-strategy-add', data: strategy('70') },
    ].map((event) => ({ ...event, featureName: 'a', environment: 'production', correlationId: 'one' }));
    await record(...replaced);
    deepEqual(await outcome({ maxStep: { environment: 'production', percentage: 25 } }), [1, 0, 0, []]);
    deepEqual(await outcome({ maxStep: { environment: 'production', percentage: 5 } }), [1, 1, 0, [2]]);
    await record(...['a', 'b'].map((name) => ({ ...created(name), correlationId: 'two' })));
    deepEqual(await outcome({ description: {} }), [2, 1, 0, [3]]);
  });

  it('leaves out changes of the product itself, bypasses and events without their content', async () => {
    const bypass = {
      type: 'protection-bypassed',
      featureName: null,
      environment: 'production',
      data: { reason: 'it burns', author: 'user:12', frozen: null },
      correlationId: 'bypass',
    };
    await record({ ...created('a'), createdBy: 'signalbox', createdByUserId: null }, bypass, { ...created('b'), correlationId: 'bypass' });
    await record({ ...created('c'), data: null });
    const step = {
      type: 'release-plan-milestone-started',
      featureName: 'd',
      createdBy: 'release plan Careful',
      createdByUserId: null,
      data: { releasePlanId: 'p', milestoneId: 'm', milestoneName: 'Half', automatic: true },
      correlationId: 'step',
    };
    await record(step, { ...created('d'), correlationId: 'step' });
    deepEqual(await outcome({ description: {} }), [3, 0, 0, []]);
  });

  it('judges the last 200 changes, with the facts of earlier ones', async () => {
    await record(created('first', 'Shortens the way'), ...Array.from({ length: 200 }, () => enabled('first')));
    deepEqual(await outcome({ description: {} }), [200, 0, 0, []]);
    await record(created('last'));
    deepEqual(await outcome({ description: {} }), [200, 1, 0, [202]]);
  });

  it('refuses callers who may not update the project, and patterns that match nothing', async () => {
    equal(await dryRun({}, app.users.viewer), 403);
    equal(await dryRun({ naming: { pattern: '(' } }), 400);
  });
});
