import { deepEqual, equal, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { audit } from '@signalbox/audit';
import { principalHeader } from '@signalbox/contracts';
import { listen, processListener } from '@signalbox/host';
import { eventually, sign, start, type TestApp, testEnvironment } from '@signalbox/testing';
import { emittedEvent } from '../../services/audit/src/event/emitted-event.fixture.ts';
import { type EventStream, openStream } from '../delivery/event-stream.fixture.ts';

const path = '/api/admin/changes/stream';
/** Longer than the limit of a test, so that a test that ends has not waited for it. */
const lingerMs = 600_000;
const maxAhead = 200;

// Requires a second process.
if (testEnvironment.way === 'distributed')
  describe('a change stream with two processes of audit', () => {
    let first: TestApp;
    let second: TestApp;
    let position = 0;
    const open: EventStream[] = [];
    before(async () => {
      first = await start([audit]);
      second = await start([audit], { workspace: first.workspace });
    });
    after(async () => {
      await second.close({ keepData: true });
      await first.close();
    });
    afterEach(() => open.splice(0).forEach((stream) => stream.close()));

    const stream = async (url: string, after?: number) => {
      const shown = { [principalHeader]: await sign(first.users.admin) };
      const opened = await openStream(url, { ...shown, ...(after !== undefined && { 'last-event-id': String(after) }) }, path);
      open.push(opened);
      return opened;
    };
    /** Publishes the given number of events. One of the processes stores them. */
    const state = async (count: number) => {
      const createdAt = new Date().toISOString();
      await first.host.bus.publish(Array.from({ length: count }, () => emittedEvent((position += 1), { createdAt })));
    };
    const seen = ({ events }: EventStream) => events.map(({ type, id }) => `${type} ${id}`);
    /** Events between two ids, each once and in order. */
    const changes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `change ${from + index}`);

    it('sends the same events from both processes, no matter which one stores them', async () => {
      const both = [await stream(first.url), await stream(second.url)];
      for (let round = 0; round < 5; round += 1) await state(20);
      for (const each of both) await eventually(() => deepEqual(seen(each), changes(1, 100)));
    });

    it('neither loses nor repeats events when a client reconnects to the other process meanwhile', async () => {
      const begun = position;
      const stop = new AbortController();
      const reported: string[] = [];
      let last = begun;
      // A client that is far behind would receive a resync.
      const isNear = () => ok(stop.signal.aborted || position - last < maxAhead);
      const stating = (async () => {
        while (!stop.signal.aborted) {
          await state(3);
          await eventually(isNear);
        }
      })();
      for (let hop = 0; hop < 30; hop += 1) {
        const opened = await stream(hop % 2 === 0 ? first.url : second.url, last);
        await eventually(() => ok(opened.events.length > hop % 5));
        opened.close();
        reported.push(...seen(opened));
        last = opened.events.at(-1)?.id ?? last;
      }
      stop.abort();
      await stating;
      const rest = await stream(first.url, last);
      await eventually(() => equal(rest.events.at(-1)?.id ?? last, position));
      deepEqual([...reported, ...seen(rest)], changes(begun + 1, position));
    });

    it('ends promptly when its process drains, and resumes at the other one', async () => {
      const draining = await listen(processListener(second.host, [audit]), 0, '127.0.0.1', { callers: 'a gateway' });
      const url = `http://127.0.0.1:${draining.port}`;
      const begun = position;
      const opened = await Promise.all(Array.from({ length: 8 }, () => stream(url, begun)));
      await state(50);
      const drained = draining.drain(lingerMs);
      await Promise.all(opened.map(({ ended }) => ended));
      await state(50);
      for (const each of opened) {
        const last = each.events.at(-1)?.id ?? begun;
        const rest = await stream(first.url, last);
        await eventually(() => deepEqual([...seen(each), ...seen(rest)], changes(begun + 1, position)));
        rest.close();
      }
      await drained;
    });

    it('ends promptly for clients that reconnect while the process drains', async () => {
      const draining = await listen(processListener(second.host, [audit]), 0, '127.0.0.1', { callers: 'a gateway' });
      const connection = connect(draining.port, '127.0.0.1'); // Keeps the draining process alive.
      await once(connection, 'connect');
      const drained = draining.drain(lingerMs);
      const late = await Promise.all(Array.from({ length: 5 }, () => stream(`http://127.0.0.1:${draining.port}`, position)));
      await Promise.all(late.map(({ ended }) => ended));
      connection.destroy();
      await drained;
    });
  });
