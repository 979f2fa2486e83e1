import { deepEqual, equal, match } from 'node:assert/strict';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { addProject, emitted, features, postFeatures } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { tablesOf } from '../../tables/tables.ts';
import { counterOf, reportImpact } from '../metric.fixture.ts';

const root = '/api/admin/impact-metrics';
const at = Date.parse('2026-03-02T10:30:20.000Z');
const minute = 60_000;
const chart = { metricName: 'errors', timeRange: 'day', aggregationMode: 'count' };

describe('routes of impact metrics', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles], { effects: { now: () => new Date(at) } });
    await postFeatures(app, ['cart', 'other']);
    await reportImpact(app, [counterOf('errors', 3, { appName: 'shop' }), counterOf('errors', 4, { appName: 'web' })], { at: at - minute });
    await reportImpact(app, [counterOf('errors', 5, { appName: 'shop' })], { at, environment: 'production' });
    await eventually(async () => equal((await query('hour')).body.series[0]?.data.length, 2));
  });
  after(() => app.close());

  const viewer = () => app.as(app.users.viewer);
  const editor = () => app.as(app.users.editor);
  const query = (range: string, more = '', by = viewer()) => by.get(`${root}?series=errors&range=${range}&aggregationMode=count${more}`);

  it('returns the values by step, and the labels with their values', async () => {
    const { status, body } = await query('hour');
    const second = Math.floor(at / minute) * 60;
    deepEqual(
      [status, body],
      [
        200,
        {
          start: second - 3600,
          end: at / 1000,
          step: 60,
          series: [
            {
              metric: { __name__: 'errors' },
              data: [
                [second - 60, 7],
                [second, 5],
              ],
            },
          ],
          labels: { appName: ['shop', 'web'], environment: ['development', 'production'] },
        },
      ],
    );
    for (const range of ['day', 'week', 'month']) deepEqual((await query(range)).body.series[0].data.length, 1, range);
    deepEqual((await query('day', '&labels=appName:shop&labels=appName:x')).body.series[0].data[0][1], 8);
    deepEqual((await query('day', '&labels=appName:shop&labels=environment:production')).body.series[0].data[0][1], 5);
    deepEqual((await query('day', '&labels=appName:nobody')).body.series, []);
    const wrong = await query('day', '&labels=nonsense');
    deepEqual([wrong.status, wrong.body.details[0].path], [400, 'labels']);
  });

  it('saves a chart of the feature in the path only, under an id of its own', async () => {
    const path = (feature: string) => `${features}/${feature}/impact-metrics/config`;
    const { status, body } = await editor().post(path('cart'), { ...chart, featureName: 'other', id: 'mine' });
    deepEqual([status, body.featureName, body.id === 'mine'], [201, 'cart', false]);
    const replaced = await editor().put(`${path('cart')}/${body.id}`, { ...chart, featureName: 'other', id: 'mine' });
    deepEqual([replaced.status, replaced.body.featureName, replaced.body.id], [200, 'cart', body.id]);
    deepEqual((await editor().get(path('other'))).body.configs, []);
    equal((await editor().delete(`${path('cart')}/${body.id}`)).status < 300, true);
  });

  it('refuses a range with more values than one request may read', async () => {
    const series = { id: 'huge', environment: 'development', name: 'huge', type: 'counter', help: '', labels: '{}', seen_at: at };
    const block = { series_id: 'huge', step: 'hour', start: at - (at % 86_400_000), points: `{}${' '.repeat(4_000_000)}` };
    await app.store('toggles').transaction(async (em) => {
      await tablesOf(em).insertInto('impact_series').values(series).execute();
      await tablesOf(em).insertInto('impact_block').values(block).execute();
    });
    const { status, body } = await viewer().get(`${root}?series=huge&range=day&aggregationMode=count`);
    deepEqual([status, body.details[0].path], [400, 'range']);
    equal((await viewer().get(`${root}?series=huge&range=hour&aggregationMode=count`)).status, 200);
    await app.store('toggles').transaction((em) => tablesOf(em).deleteFrom('impact_series').where('id', '=', 'huge').execute());
  });

  it('lists metrics, also registered ones, and the values that were not stored', async () => {
    const register = (name: string, by = editor()) => by.post(`${root}/register`, { name, type: 'gauge', help: 'Later' });
    equal((await register('later')).status, 202);
    equal((await register('later')).status, 202);
    equal((await register('0 x')).status, 400);
    equal((await register('x', viewer())).status, 403);
    deepEqual((await viewer().get(`${root}/metadata`)).body, {
      series: {
        errors: { type: 'counter', help: 'Number of errors', environments: ['development', 'production'] },
        later: { type: 'gauge', help: 'Later', environments: [] },
      },
      dropped: [],
    });
  });

  it('hides labels that are names of features in projects that the caller cannot see', async () => {
    await addProject(app, 'secret');
    await postFeatures(app, ['secret-feature'], 'secret');
    await app.users.hide('secret');
    const labels = { secret_feature: 'enabled', secretXfeature: 'seen' };
    await reportImpact(app, [counterOf('private', 1, labels)], { at });
    const read = async (by = viewer(), more = '') =>
      (await by.get(`${root}?series=private&range=hour&aggregationMode=count${more}`)).body as { labels: object; series: unknown[] };
    await eventually(async () => equal((await read()).series.length, 1));
    deepEqual(Object.keys((await read()).labels).toSorted(), ['environment', 'secretXfeature']);
    deepEqual((await read(viewer(), '&labels=secret_feature:enabled')).series, []);
    deepEqual(Object.keys((await read(app.as(app.users.admin))).labels).toSorted(), ['environment', 'secretXfeature', 'secret_feature']);
  });

  for (const [of, path, featureName] of [
    ['the instance', `${root}/config`, null],
    ['a feature', `${features}/cart/impact-metrics/config`, 'cart'],
  ] as const)
    it(`saves, changes and deletes charts of ${of}, with an event each`, async () => {
      const saved = { ...chart, title: null, labelSelectors: {}, yAxisMin: 'auto', featureName };
      let id = '';
      const events = await app.eventsOf('toggles', async () => {
        const { status, body } = await editor().post(path, chart);
        id = body.id;
        deepEqual([status, body], [201, { id, ...saved }]);
        deepEqual((await viewer().get(path)).body, { configs: [{ id, ...saved }] });
        const put = () => editor().put(`${path}/${id}`, { ...chart, title: 'Errors', yAxisMin: 'zero' });
        deepEqual((await put()).body, { id, ...saved, title: 'Errors', yAxisMin: 'zero' });
        equal((await put()).status, 200);
        equal((await editor().delete(`${path}/${id}`)).status, 204);
        equal((await editor().delete(`${path}/${id}`)).status, 404);
      });
      const changed = { id, ...saved, title: 'Errors', yAxisMin: 'zero' };
      deepEqual(
        emitted(events).map(({ type, data, preData, featureName: name }) => ({ type, data, preData, name })),
        [
          { type: 'impact-metric-created', data: { id, ...saved }, preData: null, name: featureName },
          { type: 'impact-metric-updated', data: changed, preData: { id, ...saved }, name: featureName },
          { type: 'impact-metric-deleted', data: null, preData: changed, name: featureName },
        ],
      );
      equal((await viewer().post(path, chart)).status, 403);
    });

  it('finds charts of a feature only there, and deletes them with it', async () => {
    const path = `${features}/cart/impact-metrics/config`;
    const { body } = await editor().post(path, chart);
    for (const elsewhere of [`${root}/config`, `${features}/other/impact-metrics/config`]) {
      equal((await editor().delete(`${elsewhere}/${body.id}`)).status, 404);
      deepEqual((await viewer().get(elsewhere)).body, { configs: [] });
    }
    equal((await viewer().get(`${features}/unknown/impact-metrics/config`)).status, 404);
    equal((await editor().delete(`${features}/cart`)).status, 202);
    equal((await editor().delete('/api/admin/archive/cart')).status, 200);
    deepEqual(
      await app.store('toggles').reader().getKysely<{ impact_chart: { id: string } }>().selectFrom('impact_chart').select('id').execute(),
      [],
    );
    match(body.id, /^[0-9A-Z]{26}$/);
  });
});
