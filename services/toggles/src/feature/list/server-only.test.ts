import { deepEqual, equal, match } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { exchanges } from '@signalbox/contracts';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { postFeatures } from '../feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { featureEnvironmentPath, postStrategies } from '../strategy/strategy.fixture.ts';
import { postSegment, segments } from '../segment/segment.fixture.ts';
import { featureDocument, objectDocument } from '../../document/documents.fixture.ts';
import { tablesOf } from '../../tables/tables.ts';

interface PlannedShape {
  readonly kind: string;
  readonly name: string;
  readonly localApplications?: readonly object[];
}

describe('a list that only servers evaluate', () => {
  let app: TestApp;
  let [shortHash, longHash] = ['', ''];
  before(async () => {
    app = await start([toggles], { settings: { INLINE_LIST_IDS: '2' } });
    await postFeatures(app, ['local', 'remote']);
    [shortHash, longHash] = [await upload('ann', 'bob'), await upload('ann', 'cid', 'dan')];
    await report('backend', 'worker', 'local');
    await report('frontend', 'page', 'remote');
    await eventually(async () => equal((await counted()).length, 2));
  });
  after(() => app.close());

  const editor = () => app.as(app.users.editor);
  const because = { headers: { 'x-change-reason': 'they are old' } };
  const listed = (value: string) => ({ contextName: 'userId', operator: 'IN_LIST', value });
  const uploaded = async (...ids: string[]) => {
    const options = { raw: ids.join('\n'), headers: { 'content-type': 'text/plain' } };
    return (await editor().post('/api/admin/segment-lists', undefined, options)).body;
  };
  const upload = async (...ids: string[]): Promise<string> => (await uploaded(...ids)).hash;
  const counted = () => tablesOf(app.store('toggles').reader()).selectFrom('usage_hour').select('app_name').execute();
  async function report(sdkType: 'backend' | 'frontend', appName: string, feature: string) {
    const at = new Date().toISOString();
    const common = { appName, instanceId: 'one', environment: 'development', projects: ['*'], sdkType, at };
    const register = { ...common, kind: 'register', sdkVersion: null, strategies: [], interval: 10, started: at };
    const metrics = {
      ...common,
      kind: 'metrics',
      timestamp: `${at.slice(0, 13)}:00:00.000Z`,
      toggles: { [feature]: { yes: 1, no: 0, variants: {} } },
    };
    const body = JSON.stringify([register, metrics]);
    await eventually(() => app.host.bus.publish([{ id: randomUUID(), exchange: exchanges.usage, key: 'delivery.usage', body }]));
  }
  const worker = { appName: 'worker', environment: 'development', feature: 'local' };

  it('is refused for a segment of features that applications evaluate locally, unless forced by a reason', async () => {
    const id = await postSegment(app, 'grows', { constraints: [listed(shortHash)] });
    for (const feature of ['local', 'remote']) await postStrategies(app, featureEnvironmentPath(feature), { segments: [id] });
    const change = { name: 'grows', constraints: [listed(longHash)] };
    const preview = await editor().get(`${segments}/${id}/list-preview?contextName=userId&hash=${longHash}`);
    deepEqual(preview.body, {
      size: 3,
      added: 2,
      removed: 1,
      serverOnly: true,
      uses: ['local', 'remote'].map((feature) => ({ feature, environment: 'development' })),
      applications: [worker],
    });
    const { status, body } = await editor().put(`${segments}/${id}`, change);
    deepEqual([status, body.name, body.applications], [403, 'NoAccessError', [worker]]);
    match(body.message, /worker \(local in development\)\. To force the change, give a reason/);
    equal((await editor().put(`${segments}/${id}`, change, because)).status, 204);
    equal((await editor().put(`${segments}/${id}`, { ...change, description: 'later changes need no reason' })).status, 204);
    equal((await editor().get(`${segments}/${id}`)).body.serverOnly, true);
    deepEqual((await editor().get(`${segments}/${id}/strategies`)).body.localApplications, [worker]);
  });

  it('is refused for a strategy of such a feature, and for no other', async () => {
    const id = await postSegment(app, 'long', { constraints: [listed(longHash)] });
    const strategy = { name: 'default', segments: [id] };
    const add = (feature: string, options?: object) => editor().post(`${featureEnvironmentPath(feature)}/strategies`, strategy, options);
    deepEqual([(await add('local')).status, (await add('remote')).status, (await add('local', because)).status], [403, 200, 200]);
    const other = `/api/admin/projects/default/features/local/environments/production/strategies`;
    equal((await editor().post(other, strategy)).status, 200);
  });

  it('names the applications that a plan would shut out', async () => {
    const plan = async (documents: readonly object[]) => {
      const { status, body } = await editor().post('/api/admin/projects/default/plan', { set: null, documents });
      equal(status, 200, JSON.stringify(body));
      return (body.actions as PlannedShape[]).map(({ kind, name, localApplications }) => [kind, name, localApplications]);
    };
    const using = (feature: string, segment: string) =>
      featureDocument(feature, { environments: { development: { strategies: [{ name: 'default', segments: [segment] }] } } });
    const long = objectDocument('Segment', 'planned', { constraints: [listed(longHash)] });
    deepEqual(await plan([long, using('local', 'planned'), using('remote', 'planned')]), [
      ['Segment', 'planned', undefined],
      ['Feature', 'local', [worker]],
      ['Feature', 'remote', undefined],
    ]);
    const id = await postSegment(app, 'later', { constraints: [listed(shortHash)] });
    await postStrategies(app, featureEnvironmentPath('local'), { segments: [id] });
    const becomesLong = objectDocument('Segment', 'later', { constraints: [listed(longHash)] });
    deepEqual(await plan([becomesLong, using('local', 'later')]), [
      ['Segment', 'later', [worker]],
      ['Feature', 'local', undefined],
    ]);
    deepEqual(await plan([objectDocument('Segment', 'later', { constraints: [listed(shortHash)] })]), []);
  });

  it('names the applications that a promotion would shut out', async () => {
    await postFeatures(app, ['promoted']);
    await report('backend', 'worker', 'promoted');
    await eventually(async () => equal((await counted()).length, 3));
    const id = await postSegment(app, 'promoted', { constraints: [listed(longHash)] });
    await postStrategies(app, featureEnvironmentPath('promoted', 'production'), { segments: [id] });
    const body = { select: { features: ['promoted'] }, from: { environment: 'production' }, to: { environment: 'development' } };
    const { differences } = (await editor().post('/api/admin/projects/default/promotions/differences', body)).body;
    deepEqual(
      differences.map(({ name, localApplications }: PlannedShape) => [name, localApplications]),
      [['promoted', [{ ...worker, feature: 'promoted' }]]],
    );
  });

  it('is announced when it is uploaded', async () => {
    deepEqual([(await uploaded('ann', 'bob', 'bob')).serverOnly, (await uploaded('ann', 'bob', 'cid')).serverOnly], [false, true]);
  });

  it('is compared with plain values in the preview', async () => {
    const id = await postSegment(app, 'plain', { constraints: [{ contextName: 'userId', operator: 'IN', values: ['cid', 'bob', 'cid'] }] });
    const preview = async (contextName: string) =>
      (await editor().get(`${segments}/${id}/list-preview?contextName=${contextName}&hash=${shortHash}`)).body;
    const { added, removed, serverOnly } = await preview('userId');
    deepEqual([added, removed, serverOnly, (await preview('appName')).added], [1, 1, false, 2]);
    equal((await editor().get(`${segments}/${id}/list-preview?contextName=userId&hash=${'0'.repeat(64)}`)).status, 404);
  });
});
