import { yieldToOthers } from '@signalbox/kit';
import { deepEqual, equal, ok } from 'node:assert/strict';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { FeatureState, TokenState } from '@signalbox/contracts';
import { openReplica, type Replica } from '@signalbox/replica';
import { eventually } from '@signalbox/testing';
import { History } from '../delta/history.ts';
import { Bodies } from '../body/bodies.ts';
import { readFeatureQuery } from '../feature/feature-query.ts';
import { featureEvents, type StreamPosition, Streams } from './streams.ts';

const token: TokenState = { hash: '', name: '', type: 'client', projects: ['*'], environment: 'production', expiresAt: null };
const query = readFeatureQuery(token, {}, '5.0.0');
const large = 'x'.repeat(16 * 1024 * 1024);

const feature = (name: string, enabled: boolean, description = ''): FeatureState => ({
  name,
  project: 'default',
  type: 'release',
  description,
  stale: false,
  impressionData: false,
  dependencies: [],
  environments: { production: { enabled, strategies: [], variants: [] } },
});

describe('a feature stream', () => {
  let replica: Replica;
  let streams: Streams;
  let server: Server;
  let sockets: Socket[];
  let revision: number;
  let made: StreamPosition[];
  let arrive: (response: ServerResponse) => void;
  let repeated: { everyMs: number; task: () => Promise<void> | void }[];

  beforeEach(async () => {
    revision = 1;
    sockets = [];
    repeated = [];
    arrive = (response) => streams.open({ response, token, query, since: undefined });
    const history = new History();
    made = [];
    const eventAt = (position: StreamPosition) => {
      made.push(position);
      return featureEvents(history)(position);
    };
    replica = openReplica({
      fetchPage: async () => ({ revision, features: [feature('large', true, large)], segments: [], next: null }),
      schedule: () => () => undefined,
      yieldToOthers: () => yieldToOthers(),
      onChange: (change) => {
        history.add(change);
        void streams.advance();
      },
    });
    streams = new Streams(
      { replica, bodies: new Bodies(() => new Date()), eventAt, maxStreams: 10 },
      { warn: () => undefined, every: (everyMs, task) => void repeated.push({ everyMs, task }) },
    );
    replica.resync();
    await eventually(() => replica.ready);
    server = createServer((_request, response) => arrive(response));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    replica.close();
    await new Promise((resolve) => server.close(resolve));
  });

  function change(enabled: boolean): void {
    const previous = revision++;
    const features = [feature('small', enabled)];
    replica.apply({ revision, previous, resync: false, features, removedFeatures: [], segments: [], removedSegments: [] });
  }

  /** A reader that is paused at first. */
  function open(): { socket: Socket; text: () => string } {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => (text = (text + String(chunk)).slice(-100_000)));
    socket.on('error', () => undefined).pause();
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    sockets.push(socket);
    return { socket, text: () => text };
  }

  it('merges changes for a slow reader into one event', async () => {
    const { socket, text } = open();
    await eventually(() => equal(streams.size, 1));
    await streams.keepAlive();
    for (let count = 0; count < 30; count += 1) {
      change(count % 2 === 1);
      await yieldToOthers();
    }
    socket.resume();
    await eventually(() => ok(text().includes(`"eventId":${revision},"type":"feature-updated"`)));
    equal(text().split('event: unleash-updated').length - 1, 1);
  });

  it('shares an event with all streams in the same position', async () => {
    const readers = [open(), open(), open()];
    for (const { socket } of readers) socket.resume();
    const all = (end: string) => eventually(() => ok(readers.every(({ text }) => text().includes(end))));
    await all('\n\n');
    const before = made.length;
    change(false);
    await all(`"eventId":${revision},"type":"feature-updated"`);
    equal(made.length - before, 1);
  });

  it('receives changes before other streams receive the complete state', async () => {
    const { socket, text } = open();
    socket.resume();
    await eventually(() => ok(text().endsWith('\n\n')));
    const arrived: ServerResponse[] = [];
    const begin = arrive;
    arrive = (response) => void arrived.push(response);
    for (let count = 0; count < 3; count += 1) open().socket.resume();
    await eventually(() => equal(arrived.length, 3));
    made = [];
    for (const response of arrived) begin(response);
    change(false);
    await eventually(() => ok(made.length >= 3));
    deepEqual(
      made.slice(0, 3).map(({ connected }) => connected),
      [false, true, false],
    );
  });

  it('is closed if its reader has read nothing between two heartbeats', async () => {
    open();
    await eventually(() => equal(streams.size, 1));
    await eventually(async () => {
      await streams.keepAlive();
      equal(streams.size, 0);
    });
  });

  it('sends heartbeats at least every 30 s, because SDKs give up after 60 s without data', async () => {
    const { socket, text } = open();
    socket.resume();
    await eventually(() => ok(text().endsWith('\n\n')));
    for (const { everyMs, task } of repeated) if (everyMs <= 30_000) await task();
    await eventually(() => ok(text().endsWith(':\n\n')));
    equal(streams.size, 1);
  });

  it('sends everything again when revisions restart', async () => {
    const { socket, text } = open();
    socket.resume();
    await eventually(() => ok(text().endsWith('\n\n')));
    streams.clear();
    await streams.advance();
    await eventually(() => ok(text().endsWith('\n\n') && text().length === 100_000));
    equal(streams.size, 1);
  });
});
