import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { type Change, type ChangesetInput, type ChangesetOutput, type Failure, runChangeset } from '@signalbox/contracts';
import { only } from '@signalbox/kit';
import { start, type TestApp } from '@signalbox/testing';
import { postFeatures, features } from '../feature/feature/feature.fixture.ts';
import { featureEnvironmentPath, isOn, postStrategies } from '../feature/strategy/strategy.fixture.ts';
import { postPlan, startPath } from '../release/plan/plan.fixture.ts';
import { milestonesFor } from '../release/template/template.fixture.ts';
import { ProtectedEnvironment, plainPolicy } from '../project/protection/protected-environment.ts';
import { toggles } from '../service.ts';

type Purpose = 'examine' | 'apply' | 'abandon';

describe('changeset', () => {
  let app: TestApp;
  let keys = 0;
  before(async () => {
    app = await start([toggles]);
    await app.store('toggles').transaction(async (em) => {
      em.create(ProtectedEnvironment, { project: 'default', environment: 'production', requiredApprovals: 2, policy: plainPolicy });
    });
  });
  after(() => app.close());

  const freshKey = () => `change-request:${++keys}:1`;
  const run = (
    purpose: Purpose,
    changes: readonly Partial<Change>[],
    options: Partial<Pick<ChangesetInput, 'key' | 'actor' | 'states' | 'approvedIn'>> & { expectedEffects?: string | undefined } = {},
  ) =>
    app.host.ask(runChangeset, {
      purpose,
      key: options.key === undefined ? freshKey() : options.key,
      actor: options.actor ?? app.users.viewer,
      project: 'default',
      environment: 'production',
      changes: changes.map((change, index) => ({ id: index + 1, feature: null, action: 'updateEnabled' as const, ...change })),
      states: options.states ?? false,
      ...(options.expectedEffects !== undefined && { expectedEffects: options.expectedEffects }),
      ...(options.approvedIn && { approvedIn: options.approvedIn }),
    });
  const dryRun = (...changes: Partial<Change>[]) => run('examine', changes);
  const apply = (...changes: Partial<Change>[]) => run('apply', changes);
  const production = (feature: string) => featureEnvironmentPath(feature, 'production');
  const strategiesOf = async (feature: string) => (await app.as(app.users.viewer).get(`${production(feature)}/strategies`)).body;
  const refusals = ({ changes }: ChangesetOutput) => changes.map(({ refusal }) => refusal?.message ?? null);
  const switchOn = (feature: string): Partial<Change> => ({ feature, payload: { enabled: true } });
  const rollout = (feature: string, title: string): Partial<Change> => ({
    action: 'addStrategy',
    feature,
    payload: { name: 'flexibleRollout', title, parameters: { rollout: '50', stickiness: 'default', groupId: feature } },
  });

  it('applies as one, for any caller, regardless of permissions for direct writes', async () => {
    await postFeatures(app, ['one', 'two']);
    const events = await app.eventsOf('toggles', async () => {
      equal((await apply(rollout('one', 'half'), switchOn('one'), switchOn('two'))).applied, true);
    });
    deepEqual(
      events.map(({ type, featureName, createdBy }) => `${type} ${featureName} by ${createdBy}`),
      ['feature-strategy-add one', 'feature-environment-enabled one', 'feature-strategy-add two', 'feature-environment-enabled two'].map(
        (event) => `${event} by ${app.users.viewer.name}`,
      ),
    );
    deepEqual([await isOn(app, production('one')), await isOn(app, production('two'))], [true, true]);
    deepEqual(
      (await strategiesOf('one')).map(({ title }: { title: string }) => title),
      ['half'],
    );
  });

  it('applies nothing if an environment that has not approved is protected by now', async () => {
    await postFeatures(app, ['newly-protected']);
    const { body: segment } = await app.as(app.users.admin).post('/api/admin/segments', { name: 'newly-protected', constraints: [] });
    equal(
      (await app.as(app.users.admin).post(`${production('newly-protected')}/strategies`, { name: 'default', segments: [segment.id] }))
        .status,
      200,
    );
    const widened = { name: 'newly-protected', constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }] };
    const update = { action: 'updateSegment', payload: { id: segment.id, ...widened } } as const;
    const here = { project: 'default', environment: 'production' };
    for (const changes of [[switchOn('newly-protected')], [{ action: 'archiveFeature', feature: 'newly-protected' }], [update]] as const)
      await rejects(
        run('apply', changes, { approvedIn: [{ ...here, environment: 'development' }] }),
        ({ name, extra, message }: Failure) => {
          deepEqual([name, extra['effectsChanged']], ['ConflictError', true]);
          match(message, /Environment production of project default requires change requests since the approval/);
          return true;
        },
      );
    equal(await isOn(app, production('newly-protected')), false);
    equal((await run('apply', [switchOn('newly-protected'), update], { approvedIn: [here] })).applied, true);
    equal(await isOn(app, production('newly-protected')), true);
  });

  it('applies nothing if one change fails, and names that change', async () => {
    await postFeatures(app, ['half']);
    const events = await app.eventsOf('toggles', () =>
      rejects(apply(switchOn('half'), switchOn('nobody')), (failure: Failure) => {
        deepEqual([failure.name, failure.extra], ['BadDataError', { change: 2, reason: 'NotFoundError' }]);
        match(failure.message, /^Turn on nobody in production: There is no feature nobody/);
        return true;
      }),
    );
    deepEqual(events, []);
    equal(await isOn(app, production('half')), false);
  });

  it('applies once under its key, even for simultaneous requests', async () => {
    await postFeatures(app, ['once']);
    const key = freshKey();
    const events = await app.eventsOf('toggles', async () => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => run('apply', [rollout('once', 'a')], { key })));
      ok(answers.every(({ applied }) => applied));
      equal((await run('abandon', [], { key })).applied, true);
    });
    equal(events.length, 1);
  });

  it('never applies once it was abandoned', async () => {
    await postFeatures(app, ['late']);
    const key = freshKey();
    equal((await run('abandon', [], { key })).applied, false);
    await rejects(run('apply', [switchOn('late')], { key }), (failure: Failure) => failure.name === 'ConflictError');
    equal(await isOn(app, production('late')), false);
  });

  it('is either applied or abandoned when both are requested simultaneously', async () => {
    await postFeatures(app, ['race']);
    for (let round = 0; round < 10; round += 1) {
      const key = freshKey();
      const title = `round ${round}`;
      const [applied, abandoned] = await Promise.all([
        run('apply', [rollout('race', title)], { key }).then(
          () => true,
          () => false,
        ),
        run('abandon', [], { key }),
      ]);
      const isThere = (await strategiesOf('race')).some((strategy: { title: string }) => strategy.title === title);
      deepEqual([applied, abandoned.applied], [isThere, isThere]);
    }
  });

  it('leaves no trace of a dry run', async () => {
    await postFeatures(app, ['looked']);
    const before = await app.as(app.users.viewer).get(`${features}/looked`);
    const events = await app.eventsOf('toggles', async () => {
      deepEqual(refusals(await dryRun(rollout('looked', 'x'), switchOn('looked'), { action: 'archiveFeature', feature: 'looked' })), [
        null,
        null,
        null,
      ]);
    });
    deepEqual(events, []);
    deepEqual((await app.as(app.users.viewer).get(`${features}/looked`)).body, before.body);
  });

  it('returns the reason for each invalid change of a dry run, and continues with the others', async () => {
    await postFeatures(app, ['mixed', 'gone']);
    await app.as(app.users.admin).delete(`${features}/gone`);
    const output = await dryRun(
      { action: 'updateStrategy', feature: 'mixed', payload: { id: 'nothing', name: 'default' } },
      switchOn('mixed'),
      switchOn('gone'),
      { action: 'reorderStrategy', feature: 'mixed', payload: [{ id: 'other', sortOrder: 1 }] },
      { action: 'addDependency', feature: 'mixed', payload: { feature: 'gone' } },
      { action: 'deleteSegment', payload: { id: 4711 } },
      { action: 'patchVariant', feature: 'mixed', payload: { variants: [{ name: 'x', weight: 2000 }] } },
      { action: 'updateEnabled', feature: 'mixed', payload: {} },
      { action: 'updateEnabled', payload: { enabled: true } },
    );
    deepEqual(refusals(output), [
      'There is no strategy nothing.',
      null,
      null,
      'There is no strategy other for mixed in production.',
      'The feature gone is archived, so other features cannot depend on it.',
      'There is no segment 4711.',
      'payload/variants/0/weight must be 1000 or less; got 2000',
      'payload/enabled is required',
      'feature is required for updateEnabled',
    ]);
    deepEqual(
      output.conflicts.map(({ feature, refusal }) => [feature, refusal.message]),
      [['gone', 'The feature gone is archived.']],
    );
    deepEqual(output.changes[6]?.refusal?.path, 'payload/variants/0/weight');
  });

  it('lists accompanying changes, so that no feature is enabled without a strategy', async () => {
    await postFeatures(app, ['bare', 'full', 'replaced']);
    const bare = await dryRun(switchOn('bare'));
    deepEqual(
      bare.defaultChanges.map(({ feature, action, payload }) => [feature, action, (payload as { parameters: object }).parameters]),
      [['bare', 'addStrategy', { rollout: '100', stickiness: 'default', groupId: 'bare' }]],
    );
    deepEqual((await dryRun(switchOn('bare'), rollout('bare', 'own'))).defaultChanges, []);
    for (const feature of ['full', 'replaced']) {
      await postStrategies(app, production(feature), {});
      await app.as(app.users.admin).post(`${production(feature)}/on`);
    }
    const [{ id }] = await strategiesOf('full');
    deepEqual((await dryRun({ action: 'deleteStrategy', feature: 'full', payload: { id } })).defaultChanges, [
      { feature: 'full', action: 'updateEnabled', payload: { enabled: false } },
    ]);
    const [old] = await strategiesOf('replaced');
    const replacing = [{ action: 'deleteStrategy' as const, feature: 'replaced', payload: { id: old.id } }, rollout('replaced', 'new')];
    deepEqual((await dryRun(...replacing)).defaultChanges, []);
    await apply(...replacing);
    equal(await isOn(app, production('replaced')), true);
  });

  it('returns the current and the proposed state and a sentence for each change', async () => {
    await postFeatures(app, ['seen']);
    await postStrategies(app, production('seen'), { title: 'first' });
    const [{ id }] = await strategiesOf('seen');
    const output = await dryRun(
      { action: 'updateStrategy', feature: 'seen', payload: { id, name: 'default', title: 'second', segments: [] } },
      switchOn('seen'),
      { action: 'patchVariant', feature: 'seen', payload: { variants: [] } },
    );
    deepEqual(
      output.changes.map(({ sentence, touches }) => [sentence, touches.map((touched) => `${touched.kind} ${touched.id}`)]),
      [
        [`Change the strategy second of seen in production`, ['feature seen', `strategy ${id}`]],
        ['Turn on seen in production', ['feature seen']],
        ['Change the variants of seen in production', ['feature seen', 'variants seen']],
      ],
    );
    const [strategy, enabled, variants] = output.changes;
    deepEqual([strategy?.current?.['title' as never], strategy?.proposed?.['title' as never]], ['first', 'second']);
    deepEqual([enabled?.current, enabled?.proposed], [{ enabled: false }, { enabled: true }]);
    deepEqual([variants?.current, variants?.proposed], [{ variants: [] }, { variants: [] }]);
  });

  it('returns the evaluation before and after, including features that depend on the changed ones', async () => {
    await postFeatures(app, ['parent', 'child']);
    await app.as(app.users.admin).post(`${features}/child/dependencies`, { feature: 'parent' });
    const { states } = await run('examine', [switchOn('parent')], { states: true });
    const onIn = (side: 'before' | 'after') =>
      states?.[side].features.map(({ name, environments }) => [name, environments['production']?.enabled]);
    deepEqual(
      [onIn('before'), onIn('after')],
      [
        [
          ['child', false],
          ['parent', false],
        ],
        [
          ['child', false],
          ['parent', true],
        ],
      ],
    );
  });

  describe('that changes the release plan of a feature that is on', () => {
    /** A feature whose only strategy belongs to the first milestone of its plan. */
    async function released(feature: string) {
      await postFeatures(app, [feature]);
      const plan = await postPlan(app, feature, {}, 'production');
      for (const path of [startPath(plan, 0), `${production(feature)}/on`]) equal((await app.as(app.users.admin).post(path)).status, 200);
      const removal: Partial<Change> = { action: 'deleteReleasePlan', feature, payload: { planId: plan.id } };
      return { plan, removal };
    }
    const [first, second] = milestonesFor(20, 100);
    const newPlan = (feature: string): Partial<Change> => ({
      action: 'addReleasePlan',
      feature,
      payload: {
        name: 'next',
        milestones: [
          { ...first, id: 'first', targetMilestone: 'second', transitionCondition: { intervalMinutes: 5 } },
          { ...second, id: 'second' },
        ],
        activeMilestoneId: 'first',
      },
    });
    const off = (feature: string) => [{ feature, action: 'updateEnabled', payload: { enabled: false } }];

    it('announces that deleting the plan switches the feature off, and refuses to do so unexpectedly', async () => {
      const { removal } = await released('ending');
      const { id } = only(await postStrategies(app, production('ending'), {}));
      const { defaultChanges, effectsHash } = await dryRun(removal);
      deepEqual(defaultChanges, []);
      await app.as(app.users.admin).delete(`${production('ending')}/strategies/${id}`);
      deepEqual((await dryRun(removal)).defaultChanges, off('ending'));
      await rejects(run('apply', [removal], { expectedEffects: effectsHash }), ({ extra }: Failure) => extra['effectsChanged'] === true);
      await apply(removal);
      equal(await isOn(app, production('ending')), false);
    });

    it('keeps it on if a strategy replaces the plan, in whatever order', async () => {
      const { removal } = await released('superseded');
      const replacing = [removal, rollout('superseded', 'instead')];
      const { defaultChanges, effectsHash } = await dryRun(...replacing);
      deepEqual(defaultChanges, []);
      await run('apply', replacing, { expectedEffects: effectsHash });
      equal(await isOn(app, production('superseded')), true);
    });

    it('switches it off before another plan replaces the plan, unless it also switches it on', async () => {
      const { removal } = await released('planned-again');
      const addition = newPlan('planned-again');
      deepEqual((await dryRun(removal, addition)).defaultChanges, off('planned-again'));
      const replacing = [removal, addition, switchOn('planned-again')];
      const { defaultChanges, effectsHash } = await dryRun(...replacing);
      deepEqual(defaultChanges, []);
      await run('apply', replacing, { expectedEffects: effectsHash });
      equal(await isOn(app, production('planned-again')), true);
    });

    it('has the same effects in each dry run and when it is applied', async () => {
      await postFeatures(app, ['planned']);
      const { effectsHash } = await dryRun(newPlan('planned'));
      equal((await run('apply', [newPlan('planned')], { expectedEffects: effectsHash })).applied, true);
    });

    it('announces that disabling the last strategy of the milestone switches the feature off', async () => {
      const { plan } = await released('halted');
      const [{ id, name, parameters } = { id: '', name: '', parameters: {} }] = plan.milestones[0]?.strategies ?? [];
      const payload = { id, name, parameters, disabled: true };
      deepEqual((await dryRun({ action: 'updateMilestoneStrategy', feature: 'halted', payload })).defaultChanges, off('halted'));
    });
  });

  it('returns the requirements of the environment, or of all environments for a project-wide change', async () => {
    await postFeatures(app, ['strict']);
    equal((await dryRun(switchOn('strict'))).protection?.requiredApprovals, 2);
    const inDevelopment = (change: Partial<Change>) =>
      app.host.ask(runChangeset, {
        purpose: 'examine',
        key: null,
        actor: app.users.viewer,
        project: 'default',
        environment: 'development',
        changes: [{ id: 1, feature: 'strict', action: 'archiveFeature', ...change }],
        states: false,
      });
    const switchInDevelopment = { action: 'updateEnabled', payload: { enabled: true } } as const;
    equal((await inDevelopment(switchInDevelopment)).protection, null);
    const { protection, demands = [] } = await inDevelopment({});
    deepEqual([protection?.requiredApprovals, demands.map(({ environment }) => environment)], [2, ['production']]);
    await app.store('toggles').transaction(async (em) => {
      em.create(ProtectedEnvironment, { project: 'default', environment: 'development', requiredApprovals: 1, policy: plainPolicy });
    });
    equal((await inDevelopment(switchInDevelopment)).protection?.requiredApprovals, 1);
    equal((await inDevelopment({})).protection?.requiredApprovals, 2);
  });

  it('cannot change segments of other projects, or move them', async () => {
    const admin = app.as(app.users.admin);
    await admin.post('/api/admin/projects', { id: 'other', name: 'Other' });
    const segment = async (name: string, project?: string) =>
      (await admin.post('/api/admin/segments', { name, constraints: [], ...(project && { project }) })).body.id as number;
    const [own, foreign, global] = [await segment('own', 'default'), await segment('foreign', 'other'), await segment('global')];
    const update = (id: number, more = {}): Partial<Change> => ({
      action: 'updateSegment',
      payload: { id, name: `changed ${id}`, constraints: [], ...more },
    });
    deepEqual(refusals(await dryRun(update(own), update(foreign), update(global), update(own, { project: 'other' }))), [
      null,
      'The segment foreign does not belong to project default. Change it directly.',
      null,
      'payload/project must be default: change requests cannot move a segment to another project.',
    ]);
    await apply(update(own));
    const after = (await admin.get(`/api/admin/segments/${own}`)).body;
    deepEqual([after.name, after.project], [`changed ${own}`, 'default']);
  });
});
