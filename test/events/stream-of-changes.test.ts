import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { audit } from '@signalbox/audit';
import { exchanges, type Principal, principalHeader, roleIds, stateKeys } from '@signalbox/contracts';
import { eventually, sign, start, type TestApp } from '@signalbox/testing';
import { publish, type Special, emittedEvent } from '../../services/audit/src/event/emitted-event.fixture.ts';
import { type EventStream, openStream } from '../delivery/event-stream.fixture.ts';

const path = '/api/admin/changes/stream';

describe('the change stream', () => {
  let app: TestApp;
  let position = 0;
  const open: EventStream[] = [];
  before(async () => {
    app = await start([audit], { settings: { MAX_CHANGE_STREAMS: '12' } });
    await app.users.hide('secret');
  });
  after(() => app.close());
  afterEach(async () => {
    for (const stream of open.splice(0)) stream.close();
    await openAre(0);
  });

  const openAre = (count: number) =>
    eventually(async () => match(await app.host.metrics.registry.metrics(), new RegExp(`^signalbox_audit_streams ${count}$`, 'm')));
  const stream = async (principal: Principal | null, headers: Record<string, string> = {}, query = '') => {
    const shown: Record<string, string> = principal ? { [principalHeader]: await sign(principal) } : {};
    const opened = await openStream(app.url, { ...shown, ...headers }, path + query);
    open.push(opened);
    return opened;
  };
  const state = async (special: Special = {}, createdAt = new Date().toISOString()) => {
    position += 1;
    await publish(app, [emittedEvent(position, { createdAt, correlationId: `request-${position}`, ...special })]);
    return position;
  };
  const seen = ({ events }: EventStream) => events.map(({ type, id }) => `${type} ${id}`);
  const sees = (opened: EventStream, expected: readonly string[]) => eventually(() => deepEqual(seen(opened), expected));

  it('sends each event in the order of the log, without its content', async () => {
    const opened = await stream(app.users.admin);
    const first = await state({ type: 'feature-environment-enabled', environment: 'production' });
    const second = await state({ project: null, featureName: null, type: 'segment-created' });
    await sees(opened, [`change ${first}`, `change ${second}`]);
    deepEqual(opened.events[0]?.data, {
      type: 'feature-environment-enabled',
      project: 'default',
      environment: 'production',
      featureName: 'checkout',
      revision: null,
      groupId: `request-${first}`,
    });
  });

  it('includes the change request of an event, and the revision that its author received', async () => {
    const opened = await stream(app.users.admin);
    const source = '/signalbox/change-requests';
    await publish(app, [emittedEvent(1, { source, type: 'change-request-applied', data: { changeRequestId: 12 } })]);
    await publish(app, [revised('/signalbox/toggles', position + 1), revised('/signalbox/identity', 1)]);
    position += 1;
    await eventually(() => equal(opened.events.length, 3));
    deepEqual(
      opened.events.map(({ data }) => [data.changeRequest, data.revision]),
      [
        [12, null],
        [undefined, '57'],
        [undefined, 'access:57'],
      ],
    );
  });
  const revised = (source: string, sequence: number) => {
    const message = emittedEvent(sequence, { source });
    return { ...message, body: JSON.stringify({ ...JSON.parse(message.body), revision: 57 }) };
  };

  it('hides events that the log would hide', async () => {
    const viewer = app.users.someone();
    const [everything, own] = [await stream(app.users.admin), await stream(viewer)];
    const hidden = await head(() => state({ project: 'secret', featureName: 'plan' }));
    const ofInstance = await head(() => state({ project: null, featureName: null, type: 'segment-created' }));
    const unlisted = await head(() => state({ type: 'changes-proposed' }));
    const open = await head(() => state());
    await sees(own, [`change ${open}`]);
    await sees(everything, [`change ${hidden}`, `change ${ofInstance}`, `change ${open}`]);
    equal(unlisted, open - 1);
  });
  /** Returns the id of the log's last event. */
  const head = async (work: () => Promise<unknown>): Promise<number> => {
    await work();
    const { body } = await app.as(app.users.admin).get('/api/admin/audit/events/export?after=0');
    return JSON.parse(String(body).trimEnd().split('\n').at(-1) ?? '').trailer.to;
  };

  it("requests a complete reload when the reader's visibility changes", async () => {
    const guest = app.users.someone();
    const opened = await stream(guest);
    await app.users.grant(guest, roleIds.member, 'secret');
    await eventually(() => equal(opened.events.at(-1)?.type, 'resync'));
    const last = await head(() => state({ project: 'secret' }));
    await eventually(() => equal(seen(opened).at(-1), `change ${last}`));
  });

  it('reports changed notifications to their users only', async () => {
    const [one, other] = [app.users.someone(), app.users.someone()];
    const [own, foreign] = [await stream(one), await stream(other)];
    await notify([one.id ?? 0]);
    await eventually(() => equal(own.events.at(-1)?.data.type, 'notified'));
    const last = await head(() => state());
    await eventually(() => equal(seen(foreign).at(-1), `change ${last}`));
    deepEqual(
      foreign.events.filter(({ data }) => data.type === 'notified'),
      [],
    );
  });
  const notify = (notified: readonly number[]) => {
    const body = JSON.stringify({ version: 1, users: [], credentials: [], changesState: false, notified });
    return app.host.bus.publish([{ id: crypto.randomUUID(), exchange: exchanges.state, key: stateKeys.access, body }]);
  };

  it('resumes after Last-Event-ID', async () => {
    const first = await head(() => state());
    const second = await head(() => state());
    const hidden = await head(() => state({ project: 'secret' }));
    const third = await head(() => state());
    await sees(await stream(app.users.viewer, { 'last-event-id': String(first) }), [`change ${second}`, `change ${third}`]);
    const latest = await stream(app.users.viewer, { 'last-event-id': String(third) });
    const next = await head(() => state());
    await sees(latest, [`change ${next}`]);
    ok(hidden < third);
  });

  it('starts with a request for a complete reload if the reader can see recent events', async () => {
    // Later than the events of other tests.
    const later = new Date(Date.now() + 60_000).toISOString();
    const openRecent = () => stream(app.users.viewer, {}, '?recentMs=1');
    await head(() => state({ project: 'secret' }, later));
    const unaffected = await openRecent();
    const visible = await head(() => state({}, later));
    await sees(unaffected, [`change ${visible}`]);
    await sees(await openRecent(), [`resync ${visible}`]);
    await rejects(stream(app.users.viewer, {}, '?recentMs=60001'), /^Error: 400 .*recentMs/);
  });

  it('requests a complete reload after more than an hour, or too many events', async () => {
    const known = await head(() => state());
    const anHourAgo = new Date(Date.now() - 3_660_000).toISOString();
    const late = await head(() => state({}, anHourAgo));
    await sees(await stream(app.users.admin, { 'last-event-id': String(known) }), [`resync ${late}`]);
    const messages = Array.from({ length: 1001 }, () => emittedEvent((position += 1), { createdAt: new Date().toISOString() }));
    await publish(app, messages);
    await sees(await stream(app.users.admin, { 'last-event-id': String(late) }), [`resync ${late + 1001}`]);
  });

  for (const odd of ['99999999', '999999999999999', '-1', '1.5', '1e3', 'x'.repeat(5000), '0x10', '1 or 1=1', '../..', 'NaN'])
    it(`starts with new events if Last-Event-ID is ${odd.slice(0, 20)}`, async () => {
      const last = await head(() => state());
      const opened = await stream(app.users.admin, { 'last-event-id': odd });
      await sees(opened, [`resync ${last}`]);
      const next = await head(() => state());
      await sees(opened, [`resync ${last}`, `change ${next}`]);
    });

  it('rejects anonymous callers, tokens of applications, and requests that do not accept a stream', async () => {
    await rejects(stream(null), /^Error: 401/);
    await rejects(stream(app.users.clientToken), /^Error: 403/);
    equal((await app.as(app.users.viewer).get(path)).status, 400);
    equal((await fetch(app.url + path, { method: 'HEAD', headers: { accept: 'text/event-stream' } })).status, 401);
  });

  it("rejects a user's ninth stream, and streams above the limit of the process, with 429", async () => {
    const { viewer, editor, admin } = app.users;
    for (let count = 0; count < 8; count += 1) await stream(viewer);
    await rejects(stream(viewer), /^Error: 429/);
    for (let count = 0; count < 4; count += 1) await stream(editor);
    await rejects(stream(admin), /^Error: 429/);
    open.pop()?.close();
    await openAre(11);
    await stream(admin);
  });

  it('stops reading when no client is connected', async () => {
    for (let count = 0; count < 8; count += 1) await stream(app.users.admin);
    await openAre(8);
    for (const opened of open) opened.close();
    await openAre(0);
    await state();
  });
});
