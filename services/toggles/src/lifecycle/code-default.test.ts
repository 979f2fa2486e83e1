import { deepEqual, equal } from 'node:assert/strict';
import { start, type TestApp } from '@signalbox/testing';
import { addProject, features } from '../feature/feature/feature.fixture.ts';
import { toggles } from '../service.ts';

const values = [false, true, 0, 1.5, 'blue', '', '12', 'null', { color: 'blue', sizes: [1, 2] }];

describe('code default of a feature', () => {
  let app: TestApp;
  let count = 0;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'other');
  });
  after(() => app.close());

  const admin = () => app.as(app.users.admin);
  const read = async (name: string) => (await admin().get(`${features}/${name}`)).body;
  async function create(input: object = {}): Promise<string> {
    const name = `f${++count}`;
    equal((await admin().post(features, { name, ...input })).status, 201);
    return name;
  }

  it('is returned as it was created, for every JSON type', async () => {
    for (const codeDefault of values) {
      const name = await create({ codeDefault });
      deepEqual((await read(name)).codeDefault, codeDefault);
    }
  });

  it('is absent from responses and events of a feature without one', async () => {
    const events = await app.eventsOf('toggles', async () => {
      const { body } = await admin().post(features, { name: 'bare', codeDefault: null });
      equal('codeDefault' in body, false);
    });
    deepEqual(
      events.map(({ data }) => 'codeDefault' in (data as object)),
      [false],
    );
    equal('codeDefault' in (await read('bare')), false);
  });

  it('is refused if it is a list', async () => {
    const { status, body } = await admin().post(features, { name: 'list', codeDefault: [1] });
    deepEqual([status, body.name], [400, 'ValidationError']);
  });

  it('is changed and cleared by PUT, and stays if PUT omits it', async () => {
    const name = await create({ codeDefault: 'blue' });
    const put = async (body: object) => (await admin().put(`${features}/${name}`, body)).body.codeDefault;
    equal(await put({ description: 'kept' }), 'blue');
    const events = await app.eventsOf('toggles', async () => {
      equal(await put({ codeDefault: false }), false);
      equal(await put({ codeDefault: null }), undefined);
    });
    deepEqual(
      events.map(({ type, data, preData }) => [type, codeDefaultOf(preData), codeDefaultOf(data)]),
      [
        ['feature-metadata-updated', 'blue', false],
        ['feature-metadata-updated', false, undefined],
      ],
    );
  });

  it('is added, replaced and removed by PATCH', async () => {
    const name = await create();
    const patch = async (operation: object) => (await admin().patch(`${features}/${name}`, [operation])).body.codeDefault;
    equal(await patch({ op: 'add', path: '/codeDefault', value: 7 }), 7);
    equal(await patch({ op: 'replace', path: '/description', value: 'kept' }), 7);
    equal(await patch({ op: 'remove', path: '/codeDefault' }), undefined);
    equal((await read(name)).codeDefault, undefined);
  });

  it('is copied to a clone', async () => {
    const name = await create({ codeDefault: '12' });
    equal((await admin().post(`${features}/${name}/clone`, { name: `${name}-copy` })).body.codeDefault, '12');
  });

  it('is listed in the archive', async () => {
    const name = await create({ codeDefault: 3 });
    await admin().delete(`${features}/${name}`);
    const { body } = await admin().get('/api/admin/archive/features/default');
    equal(body.features.find((feature: { name: string }) => feature.name === name).codeDefault, 3);
  });

  it('survives export and import, which clears it if the source has none', async () => {
    const [set, empty] = [await create({ codeDefault: { a: 1 } }), await create()];
    const { body: data } = await admin().post('/api/admin/features-batch/export', { environment: 'development', features: [set, empty] });
    await admin().put(`${features}/${set}`, { codeDefault: 'changed' });
    await admin().put(`${features}/${empty}`, { codeDefault: 'changed' });
    const { status } = await admin().post('/api/admin/features-batch/import', { project: 'default', environment: 'development', data });
    equal(status, 200);
    deepEqual([(await read(set)).codeDefault, (await read(empty)).codeDefault], [{ a: 1 }, undefined]);
  });

  it('survives the import of an export without it', async () => {
    const name = await create({ codeDefault: 5 });
    const data = { features: [{ name, type: 'experiment' }], featureStrategies: [] };
    await admin().post('/api/admin/features-batch/import', { project: 'default', environment: 'development', data });
    deepEqual([(await read(name)).type, (await read(name)).codeDefault], ['experiment', 5]);
  });

  it('is exported with the complete state, and a different value conflicts on import', async () => {
    const name = await create({ codeDefault: 'blue' });
    const { body: state } = await admin().get('/api/admin/state/export');
    equal(state.features.find((feature: { name: string }) => feature.name === name).codeDefault, 'blue');
    const importing = async () =>
      (await admin().post('/api/admin/state/import?keep=false', { version: 4, features: state.features, projects: state.projects })).status;
    equal(await importing(), 202);
    await admin().put(`${features}/${name}`, { codeDefault: null });
    equal(await importing(), 409);
  });

  it('is restored and removed when its change is undone', async () => {
    const name = await create();
    const change = async (codeDefault: unknown) => {
      const [event] = await app.eventsOf('toggles', async () => void (await admin().put(`${features}/${name}`, { codeDefault })));
      return event;
    };
    equal((await admin().post('/api/admin/undo', (await change(true)) ?? {})).status, 200);
    equal((await read(name)).codeDefault, undefined);
    await change('blue');
    equal((await admin().post('/api/admin/undo', (await change(null)) ?? {})).status, 200);
    equal((await read(name)).codeDefault, 'blue');
  });
});

const codeDefaultOf = (metadata: unknown) => (metadata as { codeDefault?: unknown } | null)?.codeDefault;
