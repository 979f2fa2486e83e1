import { deepEqual, equal, match } from 'node:assert/strict';
import { start, type TestApp } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { features, postFeatures } from '../feature/feature.fixture.ts';

describe('key of a strategy', () => {
  let app: TestApp;
  let count = 0;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  const admin = () => app.as(app.users.admin);
  const strategiesOf = (name: string) => `${features}/${name}/environments/development/strategies`;
  const keysOf = async (name: string) => (await admin().get(strategiesOf(name))).body.map(({ key }: { readonly key?: string }) => key);

  async function feature(...keys: readonly (string | undefined)[]): Promise<{ readonly name: string; readonly ids: readonly string[] }> {
    const name = `f${++count}`;
    await postFeatures(app, [name]);
    const ids: string[] = [];
    for (const key of keys) {
      const { status, body } = await admin().post(strategiesOf(name), { name: 'default', ...(key && { key }) });
      equal(status, 200);
      ids.push(body.id);
    }
    return { name, ids };
  }

  it('is stored and returned, and absent from strategies without one', async () => {
    const { name } = await feature('eu', undefined);
    deepEqual(await keysOf(name), ['eu', undefined]);
    equal('key' in (await admin().get(strategiesOf(name))).body[1], false);
  });

  it('is kept by an update that omits it, and cleared by null', async () => {
    const { name, ids } = await feature('eu');
    const put = (body: object) => admin().put(`${strategiesOf(name)}/${ids[0]}`, body);
    equal((await put({ title: 'Europe' })).body.key, 'eu');
    equal((await put({ key: null })).body.key, undefined);
    deepEqual(await keysOf(name), [undefined]);
  });

  it('is refused twice in one environment, on addition and on update', async () => {
    const { name, ids } = await feature('eu', 'us');
    const added = await admin().post(strategiesOf(name), { name: 'default', key: 'eu' });
    deepEqual([added.status, added.body.name], [400, 'BadDataError']);
    match(added.body.message, /^key must be unique in environment development; two strategies have eu/);
    equal((await admin().put(`${strategiesOf(name)}/${ids[1]}`, { key: 'eu' })).status, 400);
    deepEqual(await keysOf(name), ['eu', 'us']);
  });

  it('is the same in another environment', async () => {
    const { name } = await feature('eu');
    const other = `${features}/${name}/environments/production/strategies`;
    equal((await admin().post(other, { name: 'default', key: 'eu' })).status, 200);
  });

  it('is copied to a clone', async () => {
    const { name } = await feature('eu');
    await admin().post(`${features}/${name}/clone`, { name: `${name}-copy` });
    deepEqual(await keysOf(`${name}-copy`), ['eu']);
  });

  it('returns when the change of its strategy is undone, and when its deletion is', async () => {
    const { name, ids } = await feature('eu', 'us');
    const undo = async (change: () => Promise<unknown>) => {
      const [event] = await app.eventsOf('toggles', async () => void (await change()));
      equal((await admin().post('/api/admin/undo', event ?? {})).status, 200);
    };
    await undo(() => admin().put(`${strategiesOf(name)}/${ids[0]}`, { key: null }));
    deepEqual(await keysOf(name), ['eu', 'us']);
    await undo(() => admin().delete(`${strategiesOf(name)}/${ids[1]}`));
    deepEqual(await keysOf(name), ['eu', 'us']);
  });

  it('survives export and import', async () => {
    const { name } = await feature('eu');
    const { body: data } = await admin().post('/api/admin/features-batch/export', { environment: 'development', features: [name] });
    await admin().post('/api/admin/features-batch/import', { project: 'default', environment: 'development', data });
    deepEqual(await keysOf(name), ['eu']);
  });
});
