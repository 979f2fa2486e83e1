import { deepEqual, equal } from 'node:assert/strict';
import { answerWhen, type DeliveryApp, features, names, openDeliveryApp } from './delivery-app.fixture.ts';

const segments = '/api/admin/segments';
/** Lists of up to three ids reach SDKs. */
const short = ['ann', 'bob', 'cid'];
const long = [...short, 'dan'];

describe('a list of ids in a segment', () => {
  let world: DeliveryApp;
  let token: string;
  let frontendToken: string;
  let segment = 0;
  before(async () => {
    world = await openDeliveryApp({ settings: { INLINE_LIST_IDS: '3' } });
    token = await world.token();
    frontendToken = await world.token({ type: 'frontend' });
    segment = (await world.operator.post(segments, { name: 'beta', constraints: [listed(await upload(short))] })).body.id;
    for (const name of ['listed', 'child', 'other']) await world.createFeature(name);
    await world.addStrategy('listed', { name: 'default', segments: [segment] });
    equal((await world.operator.post('/api/admin/projects/default/features/child/dependencies', { feature: 'listed' })).status, 200);
    for (const name of ['listed', 'child', 'other']) await world.switchOn(name);
    await answerWhen(all, ({ body }) => body.features?.length === 3 && allOn(body.features));
  });
  after(() => world.close());

  const allOn = (all: { enabled: boolean }[]) => all.every(({ enabled }) => enabled);
  const upload = async (ids: string[]): Promise<string> => {
    const options = { raw: ids.join('\n'), headers: { 'content-type': 'text/plain' } };
    return (await world.operator.post('/api/admin/segment-lists', undefined, options)).body.hash;
  };
  const listed = (value: string) => ({ contextName: 'userId', operator: 'IN_LIST', value });
  const write = async (ids: string[], more: object = {}) => {
    const body = { name: 'beta', constraints: [{ ...listed(await upload(ids)), ...more }] };
    const { status, headers } = await world.operator.put(`${segments}/${segment}`, body);
    equal(status, 204);
    await answerWhen(
      () => world.application(token).get(`/api/admin/delivery/revision?revision=${String(headers['x-revision'])}`),
      ({ status: served }) => served < 500,
    );
  };
  const apart = { 'unleash-client-spec': '5.0.0' };
  const all = () => world.application(token, apart).get(features);
  const delta = (etag = '') => world.application(token, { 'if-none-match': etag }).get('/api/client/delta');
  const isOn = async (userId: string): Promise<string[]> => names((await toggles(userId)) as never);
  const toggles = async (userId: string) => {
    const { body } = await world.application(frontendToken).get(`/api/frontend?userId=${userId}`);
    return { body: { features: body.toggles } };
  };
  const ofrep = async (targetingKey: string) =>
    (await world.application(token).post('/ofrep/v1/evaluate/flags/listed', { context: { targetingKey } })).body.value;
  const evaluated = async () => Promise.all(['ann', 'dan', 'eve'].map(async (id) => [await isOn(id), await ofrep(id)]));
  const inside = ['listed', 'child', 'other'].toSorted();

  it('reaches SDKs with its values, and is evaluated by the server', async () => {
    const constraint = { contextName: 'userId', operator: 'IN', values: short };
    const { body } = await all();
    deepEqual(body.segments, [{ id: segment, name: 'beta', constraints: [constraint] }]);
    const inline = (await world.application(token).get(features)).body.features.find(({ name }: { name: string }) => name === 'listed');
    deepEqual(inline.strategies[0].constraints, [constraint]);
    deepEqual((await delta()).body.events[0].segments, body.segments);
    deepEqual(
      (await evaluated()).map(([on]) => (on as string[]).toSorted()),
      [inside, ['other'], ['other']],
    );
  });

  it('withholds enabled features from SDKs, with their children, while it is too long, and the server evaluates them', async () => {
    const etag = String((await delta()).headers['etag']);
    await write(long);
    await answerWhen(all, ({ body }) => body.features.length === 1);
    const { body } = await all();
    deepEqual([names({ body } as never), body.segments], [['other'], []]);
    equal((await world.application(token).get(`${features}/listed`)).status, 404);
    const { events } = (await delta(etag)).body;
    deepEqual(
      events.map(({ eventId: _, ...event }: { eventId: number }) => event),
      [
        ...['child', 'listed'].map((featureName) => ({ type: 'feature-removed', featureName, project: 'default' })),
        { type: 'segment-removed', segmentId: segment },
      ],
    );
    deepEqual(
      (await evaluated()).map(([on, value]) => [(on as string[]).toSorted(), value]),
      [
        [inside, true],
        [inside, true],
        [['other'], false],
      ],
    );
    const report = await world.application(token).get('/api/admin/projects/default/flagd-report');
    const { leftOut } = report.body.environments.find(({ environment }: { environment: string }) => environment === 'development');
    deepEqual(
      leftOut.map(({ feature, reasons }: { feature: string; reasons: string[] }) => [feature, reasons]).toSorted(),
      ['child', 'listed'].map((feature) => [feature, ['a list that only servers evaluate']]),
    );
  });

  it('does not withhold a feature that is off', async () => {
    const path = '/api/admin/projects/default/features/listed/environments/development';
    equal((await world.operator.post(`${path}/off`)).status, 200);
    await answerWhen(all, ({ body }) => body.features.length === 3);
    equal((await all()).body.features.find(({ name }: { name: string }) => name === 'listed').enabled, false);
    equal((await world.operator.post(`${path}/on`)).status, 200);
    await answerWhen(all, ({ body }) => body.features.length === 1);
  });

  it('reaches SDKs again once it is short, inverted too', async () => {
    const etag = String((await delta()).headers['etag']);
    await write(['ann'], { inverted: true });
    await answerWhen(all, ({ body }) => body.features.length === 3);
    const { events } = (await delta(etag)).body;
    deepEqual(
      events.map(({ type, feature, segment: state }: { type: string; feature?: { name: string }; segment?: object }) => [
        type,
        feature?.name ?? state,
      ]),
      [
        [
          'segment-updated',
          { id: segment, name: 'beta', constraints: [{ contextName: 'userId', operator: 'IN', inverted: true, values: ['ann'] }] },
        ],
        ['feature-updated', 'child'],
        ['feature-updated', 'listed'],
      ],
    );
    deepEqual(
      (await evaluated()).map(([on]) => (on as string[]).toSorted()),
      [['other'], inside, inside],
    );
  });
});
