import { deepEqual, equal, match } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { postFeatures } from '../feature/feature/feature.fixture.ts';
import { postSegment } from '../feature/segment/segment.fixture.ts';
import { featureEnvironmentPath, postStrategies } from '../feature/strategy/strategy.fixture.ts';
import { apply, exportedDocuments } from '../document/plan.fixture.ts';
import { featureDocument, objectDocument } from '../document/documents.fixture.ts';
import { plansPath, postPlan, readPlan, startPath } from '../release/plan/plan.fixture.ts';
import { postTemplate, templates } from '../release/template/template.fixture.ts';
import { toggles } from '../service.ts';
import { envelope, exported, importAs } from '../transfer/features/transfer.fixture.ts';

const context = '/api/admin/context/region';
const inRegions = (...values: string[]) => ({ contextName: 'region', operator: 'IN', values });
const both = [inRegions('a', 'b')];
const rollout = { name: 'flexibleRollout', parameters: { rollout: '10', stickiness: 'default', groupId: '' } };

describe('a constraint whose legal value was removed', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await app.as(app.users.admin).post('/api/admin/context', { name: 'region' });
  });
  after(() => app.close());
  const admin = () => app.as(app.users.admin);

  /** Makes the objects while both values are legal, and then removes one. */
  async function withRemovedValue<T>(make: () => Promise<T>): Promise<T> {
    await admin().put(context, { legalValues: [{ value: 'a' }, { value: 'b' }] });
    const made = await make();
    equal((await admin().delete(`${context}/legal-values/b`)).status, 200);
    return made;
  }
  const isRefused = ({ status, body }: { status: number; body: { message: string } }) => {
    equal(status, 400);
    match(body.message, /must be one of the legal values of the context field: a; got [bc]/);
  };

  it('stays valid in a strategy until it changes', async () => {
    const path = await withRemovedValue(async () => {
      await postFeatures(app, ['kept']);
      const [strategy] = await postStrategies(app, featureEnvironmentPath('kept'), { ...rollout, constraints: both });
      return `${featureEnvironmentPath('kept')}/strategies/${strategy?.id}`;
    });
    const put = (constraints: object[], share: string) =>
      admin().put(path, { ...rollout, parameters: { ...rollout.parameters, rollout: share }, constraints });
    const { status, body } = await put(both, '20');
    deepEqual([status, body.parameters.rollout, body.constraints[0].values], [200, '20', ['a', 'b']]);
    equal((await admin().patch(path, [{ op: 'replace', path: '/title', value: 'x' }])).status, 200);
    isRefused(await put([inRegions('b')], '30'));
    isRefused(await put([...both, inRegions('b')], '30'));
    isRefused(await put([inRegions('a', 'b', 'c')], '30'));
    isRefused(await put([{ ...inRegions('a', 'b'), operator: 'NOT_IN' }], '30'));
    isRefused(await admin().post(`${featureEnvironmentPath('kept')}/strategies`, { ...rollout, constraints: both }));
  });

  it('stays valid in a segment until it changes', async () => {
    const id = await withRemovedValue(() => postSegment(app, 'both', { constraints: both }));
    const put = (more: object) => admin().put(`/api/admin/segments/${id}`, { name: 'both', constraints: both, ...more });
    equal((await put({ description: 'x' })).status, 204);
    isRefused(await put({ constraints: [inRegions('b')] }));
  });

  it('stays valid in a default strategy, which features that are switched on get', async () => {
    const path = '/api/admin/projects/default/environments/production/default-strategy';
    await withRemovedValue(() => admin().post(path, { ...rollout, constraints: both }));
    equal((await admin().post(path, { ...rollout, title: 'x', constraints: both })).status, 200);
    isRefused(await admin().post(path, { ...rollout, constraints: [inRegions('b')] }));
    await postFeatures(app, ['switched']);
    equal((await admin().post(`${featureEnvironmentPath('switched', 'production')}/on`)).status, 200);
  });

  it('stays valid in release templates, their plans and milestones that start', async () => {
    const milestones = ['one', 'two'].map((name) => ({ name, strategies: [{ ...rollout, constraints: both }] }));
    const template = await withRemovedValue(() => postTemplate(app, { name: 'stages', milestones }));
    const put = (sent: object[]) => admin().put(`${templates}/${template.id}`, { name: 'renamed', milestones: sent });
    equal((await put(milestones)).status, 200);
    isRefused(await put([{ name: 'one', strategies: [{ ...rollout, constraints: [inRegions('b')] }] }]));
    await postFeatures(app, ['staged']);
    const { id } = await postPlan(app, 'staged', { templateId: template.id });
    const plan = await readPlan(app, 'staged');
    equal(plan.id, id);
    equal((await admin().post(startPath(plan, 1))).status, 200);
    isRefused(await admin().post(plansPath('kept'), { name: 'own', milestones }));
  });

  it('stays valid in the documents of its object', async () => {
    const document = (title: string, constraints: object[]) =>
      featureDocument('declared', { environments: { production: { strategies: [{ name: 'default', key: 'k', title, constraints }] } } });
    const segment = (more: object) => objectDocument('Segment', 'written', { constraints: both, ...more });
    await withRemovedValue(() => apply(app, [document('x', both), segment({})]));
    await apply(app, [document('y', both), segment({ description: 'y' })]);
    for (const changed of [document('y', [inRegions('b')]), segment({ constraints: [inRegions('b')] })]) {
      const { status, body } = await admin().post('/api/admin/projects/default/plan', { set: 'ours', documents: [changed] });
      equal(status, 400);
      match(body.message, /must be one of the legal values/);
    }
    await apply(app, await exportedDocuments(app), { takeOver: true });
  });

  it('stays valid in an export of features that is imported where it comes from', async () => {
    await withRemovedValue(async () => {
      await postFeatures(app, ['carried']);
      await postStrategies(app, featureEnvironmentPath('carried'), { constraints: both });
    });
    const data = await exported(app, { features: ['carried'] });
    equal((await importAs(app, envelope(data), app.users.admin)).status, 200);
    const [strategy] = data.featureStrategies;
    const changed = { ...data, featureStrategies: [{ ...strategy, constraints: [inRegions('b')] }] };
    isRefused(await importAs(app, envelope(changed), app.users.admin));
  });

  it('stays valid in a state', async () => {
    await withRemovedValue(async () => undefined);
    const state = {
      version: 4,
      features: [{ name: 'moved', project: 'default', type: 'release' }],
      featureEnvironments: [{ featureName: 'moved', environment: 'development', enabled: false }],
      featureStrategies: [
        { featureName: 'moved', environment: 'development', projectId: 'default', strategyName: 'default', constraints: both },
      ],
      segments: [{ id: 40, name: 'moved', constraints: both }],
    };
    const { status, body } = await admin().post('/api/admin/state/import', state);
    equal(status, 202, JSON.stringify(body));
  });
});
