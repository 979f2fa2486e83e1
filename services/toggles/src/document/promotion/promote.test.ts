import { deepEqual, equal, match } from 'node:assert/strict';
import { start, type TestApp } from '@signalbox/testing';
import * as fc from 'fast-check';
import { features, protect } from '../../feature/feature/feature.fixture.ts';
import { guardBy } from '../../release/safeguard/safeguard.fixture.ts';
import { toggles } from '../../service.ts';
import { tablesOf } from '../../tables/tables.ts';
import { featureDocument, instance, objectDocument } from '../documents.fixture.ts';
import { apply, empty, exportedDocuments } from '../plan.fixture.ts';

const path = '/api/admin/projects/default/promotions';
const across = { from: { environment: 'development' }, to: { environment: 'production' } };

describe('promotion', () => {
  let app: TestApp;
  let count = 0;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  const admin = () => app.as(app.users.admin);
  const fresh = () => `f${++count}`;
  const plan = async (promotion: object) => {
    const { status, body } = await admin().post(`${path}/plan`, promotion);
    equal(status, 200, JSON.stringify(body));
    return body;
  };
  const promote = async (promotion: object, options: { headers?: Record<string, string> } = {}) => {
    const { hash } = await plan(promotion);
    return admin().post(path, { ...promotion, expect: { hash } }, options);
  };
  const settingsOf = async (name: string) => {
    const documents = await exportedDocuments(app);
    const { spec } = documents.find(
      ({ kind, metadata }: { kind: string; metadata: { name: string } }) => kind === 'Feature' && metadata.name === name,
    );
    return spec.environments.production;
  };
  const rollout = (share: string) => ({
    enabled: true,
    strategies: [{ name: 'flexibleRollout', parameters: { groupId: 'g', rollout: share, stickiness: 'default' } }],
  });

  it('copies the settings of selected features, and leaves nothing to promote', async () => {
    const [chosen, tagged, other] = [fresh(), fresh(), fresh()];
    const environments = { development: rollout('50') };
    await apply(app, [
      featureDocument(chosen, { environments }),
      featureDocument(tagged, { tags: [{ value: 'wave1' }], environments }),
      featureDocument(other, { environments }),
    ]);
    const promotion = { ...across, select: { features: [chosen], tags: ['simple:wave1'] } };
    const { actions } = await plan(promotion);
    deepEqual(
      actions.map(({ name, environment, op }: Record<string, string>) => [op, name, environment]),
      [
        ['update', chosen, 'production'],
        ['update', tagged, 'production'],
      ],
    );
    const { status, body } = await promote(promotion);
    deepEqual([status, body.applied, body.changeRequests], [200, 2, []]);
    deepEqual([await settingsOf(chosen), await settingsOf(tagged), await settingsOf(other)], [rollout('50'), rollout('50'), {}]);
    deepEqual((await plan(promotion)).actions, []);
  });

  it('plans with the users that each feature reaches before and after', async () => {
    const [gated, emptied] = [fresh(), fresh()];
    const inSegment = {
      ...rollout('100'),
      strategies: [{ ...rollout('100').strategies[0], segments: ['staff'] }, ...rollout('5').strategies],
    };
    await apply(app, [
      objectDocument('Segment', 'staff', { constraints: [] }),
      featureDocument(gated, { environments: { development: inSegment, production: rollout('10') } }),
      featureDocument(emptied, { environments: { production: rollout('100') } }),
    ]);
    const { actions } = await plan({ ...across, select: { features: [gated, emptied] } });
    const unused = { evaluations: 0, turned: 0, isBound: false };
    const nothing = { segments: [], fields: [], strategies: 0, variants: 0 };
    deepEqual(
      actions.map(({ effect }: { effect: object }) => effect),
      [
        {
          ...unused,
          kind: 'widens',
          before: { ...nothing, kind: 'some', share: 10, strategies: 1 },
          after: { ...nothing, kind: 'some', share: 5, segments: ['staff'], strategies: 2 },
        },
        { ...unused, kind: 'narrows', before: { ...nothing, kind: 'everybody', strategies: 1 }, after: { ...nothing, kind: 'nobody' } },
      ],
    );
  });

  it('lists the same changes without their content', async () => {
    const [widened, emptied, other] = [fresh(), fresh(), fresh()];
    await apply(app, [
      featureDocument(widened, { environments: { development: rollout('50'), production: rollout('10') } }),
      featureDocument(emptied, { environments: { production: rollout('100') } }),
      featureDocument(other, { parents: [{ feature: widened }], environments: { development: rollout('50') } }),
    ]);
    const listed = async (select: readonly string[]) =>
      (await admin().post(`${path}/differences`, { ...across, select: { features: select } })).body;
    const { hash, revision, differences } = await listed([emptied, other]);
    const planned = await plan({ ...across, select: { features: [emptied, other] } });
    deepEqual([hash, revision], [planned.hash, planned.revision]);
    const common = { op: 'update', kind: 'Feature', environment: 'production', protected: false };
    const unused = { evaluations: 0, turned: 0, isBound: false };
    deepEqual(
      differences.map(({ fingerprint: _fingerprint, ...rest }: { fingerprint: string }) => rest),
      [
        { ...common, name: widened, losesStrategies: false, effect: { ...unused, kind: 'widens' } },
        { ...common, name: emptied, losesStrategies: true, effect: { ...unused, kind: 'narrows' } },
        { ...common, name: other, losesStrategies: false, effect: { ...unused, kind: 'new' } },
      ],
    );
    const fingerprints = async () =>
      (await listed([emptied, widened])).differences.map(({ fingerprint }: { fingerprint: string }) => fingerprint);
    const before = await fingerprints();
    await apply(app, [featureDocument(widened, { environments: { production: rollout('11') } })]);
    const after = await fingerprints();
    deepEqual([before[0] === after[0], before[1] === after[1]], [false, true]);
  });

  it('leaves features on or off in the target, unless they lose all strategies', async () => {
    const [off, emptied] = [fresh(), fresh()];
    await apply(app, [
      featureDocument(off, { environments: { development: rollout('50') } }),
      featureDocument(emptied, { environments: { development: {}, production: rollout('10') } }),
    ]);
    const promotion = { ...across, select: { features: [off, emptied] }, enabled: 'keep' };
    equal((await promote(promotion)).status, 200);
    deepEqual([await settingsOf(off), await settingsOf(emptied)], [{ strategies: rollout('50').strategies }, {}]);
    deepEqual((await plan(promotion)).actions, []);
    equal((await promote({ ...promotion, enabled: 'copy' })).body.applied, 1);
    deepEqual(await settingsOf(off), rollout('50'));
  });

  it('carries release plans and safeguards only if requested', async () => {
    const [name, target] = [fresh(), fresh()];
    const releasePlan = { name: 'Careful', milestones: [{ name: 'All', strategies: [{ name: 'default' }] }], activeMilestone: 'All' };
    const safeguards = [guardBy('errors')];
    await apply(app, [
      featureDocument(name, { environments: { development: { enabled: true, releasePlan, safeguards } } }),
      featureDocument(target, { environments: { development: rollout('50'), production: { releasePlan, safeguards } } }),
    ]);
    const select = { features: [name, target] };
    const asNow = { ...across, select };
    equal((await promote(asNow)).status, 200);
    deepEqual([await settingsOf(name), await settingsOf(target)], [{}, { ...rollout('50'), releasePlan, safeguards }]);
    const { body: bundle } = await admin().post(`${path}/bundle`, { environment: 'development', select });
    const requested = { from: { bundle }, to: across.to, withReleasePlans: true };
    const { body } = await promote(requested);
    equal(body.applied, 2);
    deepEqual([await settingsOf(name), await settingsOf(target)], [{ enabled: true, releasePlan, safeguards }, rollout('50')]);
    deepEqual((await plan(requested)).actions, []);
    const undo = `/api/admin/projects/default/applied-plans/${body.id}/undo`;
    equal((await admin().post(undo, { expect: { hash: (await admin().get(undo)).body.hash } })).status, 200);
    deepEqual([await settingsOf(name), await settingsOf(target)], [{}, { ...rollout('50'), releasePlan, safeguards }]);
  });

  it('can be undone as one', async () => {
    const [one, other] = [fresh(), fresh()];
    const environments = { development: rollout('50'), production: rollout('10') };
    await apply(app, [featureDocument(one, { environments }), featureDocument(other, { environments })]);
    const { id } = (await promote({ ...across, select: { features: [one, other] } })).body;
    const undo = `/api/admin/projects/default/applied-plans/${id}/undo`;
    const { hash } = (await admin().get(undo)).body;
    equal((await admin().post(undo, { expect: { hash } })).body.applied, 2);
    deepEqual([await settingsOf(one), await settingsOf(other)], [rollout('10'), rollout('10')]);
    const { actions } = await plan({ ...across, select: { features: [one] } });
    equal(actions[0].changedInTarget, undefined);
  });

  it('selects features that were changed since a moment, in an environment and for a bundle', async () => {
    const [old, recent] = [fresh(), fresh()];
    await apply(app, [featureDocument(old, { environments: { development: rollout('50') } })]);
    await app
      .store('toggles')
      .transaction((em) =>
        tablesOf(em).updateTable('feature_collaborator').set({ changed_at: 0 }).where('feature_name', '=', old).execute(),
      );
    await apply(app, [featureDocument(recent, { environments: { development: rollout('50') } })]);
    const select = { features: [old, recent], changedSince: '2020-01-01T00:00:00.000Z' };
    deepEqual(
      (await plan({ ...across, select })).actions.map(({ name }: { name: string }) => name),
      [recent],
    );
    const { body: bundle } = await admin().post(`${path}/bundle`, { environment: 'development', select });
    deepEqual(
      bundle.documents.map(({ metadata }: { metadata: { name: string } }) => metadata.name),
      [recent],
    );
    const refused = await admin().post(`${path}/plan`, { from: { bundle }, to: across.to, select });
    match(refused.body.message, /^select\/changedSince must be selected when the bundle is exported/);
    deepEqual((await plan({ from: { bundle }, to: across.to })).actions.length, 1);
  });

  it('refuses a selection that selects nothing', async () => {
    const refusalOf = async (select: object) => {
      const { status, body } = await admin().post(`${path}/plan`, { ...across, select });
      return [status, body.message];
    };
    deepEqual(await refusalOf({ features: ['missing'] }), [400, 'select/features/0 must select a feature of the source; got missing']);
    deepEqual(await refusalOf({ tags: ['simple:none'] }), [400, 'select/tags/0 must select a feature of the source; got simple:none']);
  });

  it('marks features that were changed in the target since, and requires their names', async () => {
    const name = fresh();
    await apply(app, [featureDocument(name, { environments: { development: rollout('10') } })]);
    const promotion = { ...across, select: { features: [name] } };
    equal((await promote(promotion)).status, 200);
    await apply(app, [featureDocument(name, { environments: { development: rollout('20') } })]);
    equal((await plan(promotion)).actions[0].changedInTarget, undefined);
    await apply(app, [featureDocument(name, { environments: { production: rollout('99') } })]);
    equal((await plan(promotion)).actions[0].changedInTarget, true);
    const refused = await promote(promotion);
    deepEqual([refused.status, refused.body.name, refused.body.changedInTarget], [409, 'ConflictError', [name]]);
    deepEqual(await settingsOf(name), rollout('99'));
    equal((await promote({ ...promotion, overwrite: [name] })).status, 200);
    deepEqual(await settingsOf(name), rollout('20'));
  });

  it('creates everything that the features of a bundle use, and nothing else', async () => {
    const name = fresh();
    const bundle = {
      environment: 'staging',
      documents: [
        objectDocument('ContextField', 'tier', { legalValues: [{ value: 'gold' }] }),
        objectDocument('ContextField', 'unused', {}),
        objectDocument('StrategyDefinition', 'own', {}),
        objectDocument('Segment', 'gold', { constraints: [{ contextName: 'tier', operator: 'IN', values: ['gold'] }] }, 'source'),
        featureDocument(`${name}-parent`, { environments: { staging: rollout('100') } }, 'source'),
        featureDocument(
          name,
          { parents: [{ feature: `${name}-parent` }], environments: { staging: { strategies: [{ name: 'own', segments: ['gold'] }] } } },
          'source',
        ),
        featureDocument(`${name}-other`, {}, 'source'),
      ],
    };
    const promotion = { from: { bundle }, to: across.to, select: { features: [name] } };
    equal((await promote(promotion)).status, 200);
    const named = (await exportedDocuments(app)).map(
      ({ kind, metadata }: { kind: string; metadata: { name: string } }) => `${kind} ${metadata.name}`,
    );
    for (const expected of ['ContextField tier', 'StrategyDefinition own', 'Segment gold', `Feature ${name}`, `Feature ${name}-parent`])
      equal(named.includes(expected), true, expected);
    equal(named.includes(`Feature ${name}-other`), false);
    equal((await admin().get('/api/admin/context/unused')).status, 404);
    deepEqual(await settingsOf(name), { strategies: [{ name: 'own', segments: ['gold'] }] });
    equal((await admin().get(`${features}/${name}`)).body.managedBy, undefined);
    deepEqual((await plan(promotion)).actions, []);
  });

  it('updates, keeps or refuses segments with other content', async () => {
    const name = fresh();
    await apply(app, [objectDocument('Segment', 'area', { description: 'here' })]);
    const documents = [
      objectDocument('Segment', 'area', { description: 'there' }),
      featureDocument(name, { environments: { development: { strategies: [{ name: 'default', segments: ['area'] }] } } }),
    ];
    const promotion = { from: { bundle: { environment: 'development', documents } }, to: across.to };
    const ofSegment = async (segments?: string) =>
      (await plan({ ...promotion, ...(segments && { segments }) })).actions.filter(({ kind }: { kind: string }) => kind === 'Segment');
    equal((await ofSegment())[0].after.description, 'there');
    deepEqual(await ofSegment('keep'), []);
    match((await ofSegment('fail'))[0].reason, /^The segment area exists with other content/);
    equal((await promote({ ...promotion, segments: 'fail' })).status, 409);
    equal((await promote({ ...promotion, segments: 'keep' })).status, 200);
  });

  it('refuses unknown environments, one environment and two sources', async () => {
    const refused = async (promotion: object) => (await admin().post(`${path}/plan`, promotion)).body.message;
    match(
      await refused({ ...across, to: { environment: 'moon' } }),
      /^to\/environment must be one of the environments of project default; got moon/,
    );
    match(await refused({ ...across, from: { environment: 'production' } }), /^to\/environment must differ from the source/);
    match(await refused({ ...across, from: {} }), /^from must have either environment or bundle/);
    const bundle = { environment: 'x', documents: [featureDocument('a', { tags: 'none' })] };
    match(await refused({ ...across, from: { bundle } }), /^from\/bundle\/documents\/0\/spec\/tags must be a list/);
  });

  it('refuses callers without permission in the target, and changes nothing', async () => {
    const name = fresh();
    await apply(app, [featureDocument(name, { environments: { development: rollout('10') } })]);
    const promotion = { ...across, select: { features: [name] } };
    const { hash } = await plan(promotion);
    const answer = await app.as(app.users.viewer).post(path, { ...promotion, expect: { hash } });
    deepEqual([answer.status, answer.body.name], [403, 'NoAccessError']);
    deepEqual(await settingsOf(name), {});
    await protect(app, 'default', 'production');
    const { actions } = (await app.as(app.users.viewer).post(`${path}/plan`, promotion)).body;
    equal(actions[0].protected, true);
    deepEqual(
      [(await plan(promotion)).actions[0].protected, (await plan({ ...promotion, propose: true })).actions[0].protected],
      [false, true],
    );
    deepEqual((await promote({ ...promotion, propose: true })).body.changeRequests[0].environment, 'production');
    deepEqual(await settingsOf(name), {});
  });

  // The last one, because it leaves a project of random mode.
  it('leaves nothing to promote for random instances', async () => {
    const property = fc.asyncProperty(instance, async (documents) => {
      await empty(app);
      await apply(app, documents);
      const { status, body } = await promote(across, { headers: { 'x-change-reason': 'test' } });
      equal(status, 200, JSON.stringify(body));
      deepEqual((await plan(across)).actions, []);
      deepEqual(await app.eventsOf('toggles', async () => equal((await promote(across)).body.applied, 0)), []);
    });
    await fc.assert(property, { numRuns: 10 });
    await empty(app);
  });
});
