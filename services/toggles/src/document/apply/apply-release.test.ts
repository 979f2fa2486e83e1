import { deepEqual, equal, match } from 'node:assert/strict';
import { start, type TestApp } from '@signalbox/testing';
import { addProject, protect } from '../../feature/feature/feature.fixture.ts';
import { guardBy } from '../../release/safeguard/safeguard.fixture.ts';
import { readPlan } from '../../release/plan/plan.fixture.ts';
import { rolloutTo } from '../../release/template/template.fixture.ts';
import { toggles } from '../../service.ts';
import { featureDocument, objectDocument } from '../documents.fixture.ts';
import { applied, apply, exportedDocuments } from '../plan.fixture.ts';

const milestone = (name: string, share: number, more: object = {}) => ({ name, strategies: [rolloutTo(share)], ...more });
const tenth = milestone('A tenth', 10, { transitionCondition: { intervalMinutes: 60 } });
const careful = (more: object = {}) => ({ name: 'Careful', milestones: [tenth, milestone('All', 100)], ...more });
const first = { activeMilestone: 'A tenth' };

describe('release plans and safeguards in documents', () => {
  let app: TestApp;
  let count = 0;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'shop');
    await protect(app, 'shop', 'development');
  });
  after(() => app.close());

  const admin = () => app.as(app.users.admin);
  const fresh = () => `r${++count}`;
  const inDevelopment = (name: string, settings: object) => featureDocument(name, { environments: { development: settings } });
  const specOf = async (name: string, project = 'default') => {
    const documents = await exportedDocuments(app, project);
    return documents.find(({ metadata }: { metadata: { name: string } }) => metadata.name === name).spec.environments.development;
  };
  const typesDuring = async (name: string, settings: object) => {
    const events = await app.eventsOf('toggles', async () => void (await apply(app, [inDevelopment(name, settings)])));
    return events.map(({ type }) => type).filter((type) => type !== 'plan-applied');
  };
  const refusalOf = async (settings: object) => {
    const documents = [inDevelopment('refused', settings)];
    const { status, body } = await admin().post('/api/admin/projects/default/plan', { set: 'ours', documents });
    return [status, body.message];
  };

  it('start the active milestone, and are exported as they were applied', async () => {
    const name = fresh();
    const settings = { enabled: true, releasePlan: careful({ ...first, paused: true }), safeguards: [guardBy('errors')] };
    const { plan } = await apply(app, [inDevelopment(name, settings)]);
    deepEqual(
      plan.actions.map(({ op, environment }: Record<string, string>) => [op, environment]),
      [
        ['create', undefined],
        ['update', 'development'],
      ],
    );
    const spec = await specOf(name);
    deepEqual([spec.enabled, spec.strategies], [true, undefined]);
    deepEqual(
      [spec.releasePlan.activeMilestone, spec.releasePlan.paused, spec.releasePlan.milestones[0].transitionCondition],
      ['A tenth', true, { intervalMinutes: 60 }],
    );
    deepEqual(spec.safeguards, [guardBy('errors')]);
    deepEqual((await apply(app, [inDevelopment(name, spec)])).plan.actions, []);
  });

  it('stay as they are without a mention, and are removed by null and an empty list', async () => {
    const name = fresh();
    await apply(app, [inDevelopment(name, { enabled: true, releasePlan: careful(first), safeguards: [guardBy('errors')] })]);
    const before = await specOf(name);
    await apply(app, [inDevelopment(name, { enabled: true, strategies: [{ name: 'default' }] })]);
    deepEqual(await specOf(name), { ...before, strategies: [{ name: 'default' }] });
    await apply(app, [inDevelopment(name, { releasePlan: null, safeguards: [] })]);
    deepEqual(await specOf(name), {});
  });

  it('keep their progress unless the document names the active milestone', async () => {
    const name = fresh();
    const settings = (more: object) => ({ enabled: true, strategies: [{ name: 'default' }], releasePlan: careful(more) });
    const active = async () => (await specOf(name)).releasePlan.activeMilestone;
    await apply(app, [inDevelopment(name, settings({}))]);
    equal(await active(), undefined);
    deepEqual(await typesDuring(name, settings(first)), ['feature-strategy-add', 'release-plan-milestone-started']);
    deepEqual(await typesDuring(name, settings({})), []);
    equal(await active(), 'A tenth');
    await apply(app, [inDevelopment(name, settings({ activeMilestone: 'All' }))]);
    equal(await active(), 'All');
    await apply(app, [inDevelopment(name, settings({ activeMilestone: null }))]);
    equal(await active(), undefined);
  });

  it('keep the plan while only its safeguards, milestone or pause change', async () => {
    const name = fresh();
    const settings = (more: object) => ({ enabled: true, releasePlan: careful({ ...first, ...more }) });
    await apply(app, [inDevelopment(name, settings({ paused: true, safeguards: [guardBy('errors')] }))]);
    const { id } = await readPlan(app, name);
    deepEqual(await typesDuring(name, settings({ safeguards: [guardBy('latency')] })), [
      'safeguard-deleted',
      'safeguard-changed',
      'release-plan-progressions-resumed',
    ]);
    equal((await readPlan(app, name)).id, id);
    await apply(app, [inDevelopment(name, settings({ paused: true, safeguards: [guardBy('latency')] }))]);
    equal((await specOf(name)).releasePlan.paused, true);
  });

  it('stay on while the plan is replaced', async () => {
    const name = fresh();
    await apply(app, [inDevelopment(name, { enabled: true, releasePlan: careful(first) })]);
    const changed = { ...careful(), milestones: [milestone('A tenth', 20)] };
    await apply(app, [inDevelopment(name, { enabled: true, releasePlan: changed })]);
    const { enabled, releasePlan } = await specOf(name);
    deepEqual([enabled, releasePlan.activeMilestone, releasePlan.milestones.length], [true, 'A tenth', 1]);
  });

  it('name segments, and the numbers of milestones of the same name', async () => {
    const name = fresh();
    const strategies = [{ name: 'default', segments: ['staff'] }];
    const milestones = [
      { name: 'Same', strategies },
      { name: 'Same', strategies: [{ name: 'default' }] },
    ];
    const documents = [
      objectDocument('Segment', 'staff', {}),
      inDevelopment(name, { releasePlan: { name: 'p', milestones, activeMilestone: '#2' } }),
    ];
    await apply(app, documents, { set: 'named' });
    deepEqual(await specOf(name), { releasePlan: { name: 'p', milestones, activeMilestone: '#2' } });
    const without = [inDevelopment(name, { releasePlan: { name: 'p', milestones: [milestones[1]] } })];
    const refused = await applied(app, [inDevelopment(name, {})], { set: 'named', prune: true });
    match(refused.plan.actions.at(-1).reason, /^The Segment staff is still used/);
    equal((await apply(app, without, { set: 'named', prune: true })).plan.summary.delete, 1);
  });

  it('are proposed in a protected environment', async () => {
    const name = fresh();
    const settings = { enabled: true, releasePlan: careful(first), safeguards: [guardBy('errors')] };
    const documents = [inDevelopment(name, settings)];
    const events = await app.eventsOf('toggles', async () => {
      const { answer } = await applied(app, documents, { propose: true }, 'shop');
      equal(answer.status, 200, JSON.stringify(answer.body));
    });
    const proposed = events.find(({ type }) => type === 'changes-proposed') as { data: { changes: { action: string }[] } } | undefined;
    deepEqual(
      proposed?.data.changes.map(({ action }) => action),
      ['addReleasePlan', 'changeFeatureEnvSafeguard', 'updateEnabled'],
    );
    deepEqual(await specOf(name, 'shop'), {});
  });

  it('require the permissions of their own routes', async () => {
    const name = fresh();
    await apply(app, [featureDocument(name, {})]);
    const plan = async (settings: object) => (await applied(app, [inDevelopment(name, settings)], { who: app.users.viewer })).plan;
    match((await plan({ releasePlan: careful() })).actions[0].reason, /CREATE_FEATURE_STRATEGY/);
    match((await plan({ safeguards: [guardBy('errors')] })).actions[0].reason, /UPDATE_FEATURE_ENVIRONMENT/);
  });

  it('refuse unknown properties, milestones and segments, and safeguards that cannot work', async () => {
    const at = 'documents/0/spec/environments/development';
    const refusals: readonly (readonly [settings: object, message: RegExp])[] = [
      [{ releasePlan: careful({ progress: 1 }) }, /releasePlan.*progress/],
      [{ releasePlan: careful({ milestones: [{ ...tenth, approvals: [] }] }) }, /milestones\/0.*approvals/],
      [{ safeguards: [guardBy('errors', { id: 'x' })] }, /safeguards\/0.*id/],
      [{ releasePlan: careful({ activeMilestone: 'Half' }) }, new RegExp(`^${at}/releasePlan/activeMilestone must be a milestone`)],
      [{ releasePlan: careful({ paused: true }) }, new RegExp(`^${at}/releasePlan/activeMilestone is required`)],
      [
        { releasePlan: careful({ milestones: [{ ...tenth, targetMilestone: 'A tenth' }] }) },
        new RegExp(`^${at}/releasePlan/milestones/0/targetMilestone must be a later`),
      ],
      [
        { releasePlan: careful({ milestones: [{ ...tenth, transitionCondition: {} }] }) },
        new RegExp(`^${at}/releasePlan/milestones/0/transitionCondition must have`),
      ],
      [
        { releasePlan: careful({ milestones: [{ name: 'x', strategies: [{ name: 'default', segments: ['gone'] }] }] }) },
        /refers to the segment gone/,
      ],
      [
        { releasePlan: careful({ safeguards: [guardBy('errors', { compare: 'relative' })] }) },
        /releasePlan\/safeguards\/0\/per is required/,
      ],
      [{ safeguards: [guardBy('errors', { variant: 'a' })] }, new RegExp(`^${at}/safeguards/0/variant must be absent`)],
      [{ enabled: true, releasePlan: careful() }, new RegExp(`^${at}/strategies must have an entry`)],
    ];
    for (const [settings, message] of refusals) {
      const [status, text] = await refusalOf(settings);
      equal(status, 400);
      match(String(text), message);
    }
  });
});
