import { deepEqual, equal, ok } from 'node:assert/strict';
import { type Envelope, eventKinds, roleIds } from '@signalbox/contracts';
import { samples as stored } from '@signalbox/contracts/samples';
import { start, type TestApp } from '@signalbox/testing';
import { messageOf, publish, emittedEvent } from '../event/emitted-event.fixture.ts';
import { audit } from '../service.ts';

const path = '/api/admin/audit/events/replay';
const samples = [...stored.values()];

describe('replayed events', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await start([audit]);
    await app.users.hide('secret');
    await app.users.grant(app.users.viewer, roleIds.member, 'default');
  });
  afterEach(() => app.close());
  const get = async (query = '', user = app.users.admin) => (await app.as(user).get(`${path}${query}`)).body;
  const idsOf = ({ events }: { events: Envelope[] }) => events.map(({ sequence }) => sequence);
  const emit = (count: number) =>
    publish(
      app,
      Array.from({ length: count }, (_, index) => emittedEvent(index + 1, { project: index % 3 === 2 ? 'secret' : 'default' })),
    );

  it('equal every stored sample as it was on the bus, except for the trace', async () => {
    await publish(
      app,
      samples.map((sample) => messageOf(JSON.stringify(sample), { id: sample.id, key: sample.data.type })),
    );
    const shown = samples.filter(({ data }) => eventKinds.includes(data.type));
    ok(shown.length > 80);
    const { events, next, isEnd } = await get('?limit=1000');
    deepEqual(
      events,
      shown.map(({ traceparent: _, ...sample }) => sample),
    );
    deepEqual([next, isEnd], [samples.length, true]);
  });

  it('come in pages, each continuing the previous one, even when events arrive in between', async () => {
    await emit(5);
    const first = await get('?limit=2');
    deepEqual([idsOf(first), first.next, first.isEnd], [[1, 2], 2, false]);
    const second = await get('?limit=3&after=2');
    deepEqual([idsOf(second), second.next, second.isEnd], [[3, 4, 5], 5, true]);
    deepEqual(await get('?after=5'), { events: [], next: 5, isEnd: true });
    await publish(app, [emittedEvent(6)]);
    deepEqual(idsOf(await get('?after=5')), [6]);
    deepEqual(await get('?after=900'), { events: [], next: 6, isEnd: true });
    equal((await app.as(app.users.admin).get(`${path}?limit=1001`)).status, 400);
  });

  it('contain only events of visible projects, and skip the others', async () => {
    await emit(6);
    const { events, next, isEnd } = await get('', app.users.viewer);
    deepEqual([idsOf({ events }), next, isEnd], [[1, 2, 4, 5], 6, true]);
    deepEqual(idsOf(await get('?project=secret', app.users.viewer)), []);
    deepEqual(idsOf(await get('?project=secret')), [3, 6]);
    equal((await app.as(null).get(path)).status, 401);
  });
});
