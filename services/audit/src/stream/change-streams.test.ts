import { deepEqual, equal, ok } from 'node:assert/strict';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually, start, type TestApp } from '@signalbox/testing';
import { publish, emittedEvent } from '../event/emitted-event.fixture.ts';
import { audit } from '../service.ts';
import { ChangeStreams } from './change-streams.ts';

const access = { allows: () => true, sees: () => true, visibleTo: () => 'all' as const, version: 1 };

describe('a change stream', () => {
  let app: TestApp;
  let streams: ChangeStreams;
  let server: Server;
  let opened: ServerResponse[];
  let isDown: boolean;
  let warnings: string[];
  let position = 0;
  let now = 0;

  before(async () => {
    app = await start([audit]);
  });
  after(() => app.close());
  beforeEach(async () => {
    [opened, warnings, isDown, now] = [[], [], false, Date.now()];
    const reader = () => {
      if (isDown) throw new Error('down');
      return app.store('audit').reader();
    };
    const warn = (message: string) => void warnings.push(message);
    streams = new ChangeStreams({ reader, access, now: () => new Date(now), warn, maxStreams: 10 });
    server = createServer((_request, response) => {
      opened.push(response);
      void streams.open({ response, principal: app.users.admin, after: undefined });
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    streams.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const emit = (count: number, featureName = 'x'.repeat(200)) =>
    publish(
      app,
      Array.from({ length: count }, () => emittedEvent((position += 1), { featureName })),
    );
  const open = async () => {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    let text = '';
    void (async () => {
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk;
    })().catch(() => undefined);
    await eventually(() => ok(text.includes('id: ')));
    return () => text;
  };
  const countOf = (text: string, type: string) => text.split(`event: ${type}\n`).length - 1;

  it('buffers nothing for a slow reader, and sends a resync if the reader falls too far behind', async () => {
    const text = await open();
    const socket = opened[0]?.socket;
    socket?.cork();
    await emit(200);
    await streams.advance();
    ok(socket?.writableNeedDrain);
    const waiting = socket.writableLength;
    await emit(1100);
    await streams.advance();
    equal(socket.writableLength, waiting);
    socket.uncork();
    await eventually(() => equal(countOf(text(), 'resync'), 1));
    equal(countOf(text(), 'change'), 200);
    await emit(1, 'cart');
    await streams.advance();
    await eventually(() => ok(text().includes('"featureName":"cart"')));
    equal(countOf(text(), 'change'), 201);
  });

  it('is closed if its reader has read nothing between two heartbeats', async () => {
    await open();
    opened[0]?.socket?.cork();
    await emit(200);
    await streams.advance();
    await streams.keepAlive();
    equal(streams.size, 1);
    await streams.keepAlive();
    await eventually(() => equal(streams.size, 0));
  });

  it('sends heartbeats with the id to continue from', async () => {
    const text = await open();
    await emit(3);
    await streams.advance();
    await eventually(() => equal(countOf(text(), 'change'), 3));
    const last = /id: (\d+)\ndata.*\n\n$/.exec(text())?.[1];
    await streams.keepAlive();
    await eventually(() => ok(text().endsWith(`\n\nid: ${last}\n\n`)));
  });

  it('waits for an unavailable database, and warns once', async () => {
    const text = await open();
    await emit(1);
    isDown = true;
    for (let count = 0; count < 3; count += 1) {
      await streams.advance();
      now += 3000;
    }
    deepEqual(warnings, ['could not read the event log for change streams, retrying']);
    equal(streams.size, 1);
    isDown = false;
    await streams.advance();
    await eventually(() => equal(countOf(text(), 'change'), 1));
  });
});
