import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { Listener } from '@signalbox/kit';
import { type Box, eventually, start } from '@signalbox/testing';
import { listen } from './serve.ts';
import { processListener } from './serve-services.ts';
import { items, shelf } from './shelf.fixture.ts';

describe('listening', () => {
  it('finishes running requests before it ends, takes no new ones, and lingers on no idle connection', async () => {
    const gate = Promise.withResolvers<void>();
    let arrived = 0;
    const listener: Listener = (_request, response) => {
      arrived += 1;
      void gate.promise.then(() => response.end('finished'));
    };
    const listening = await listen(listener, 0, '127.0.0.1');
    const url = `http://127.0.0.1:${listening.port}`;
    const agent = new Agent({ keepAlive: true });
    const running = new Promise<IncomingMessage>((resolve, reject) => get(url, { agent }, resolve).on('error', reject));
    await eventually(() => arrived === 1);
    let ended = false;
    const drained = listening.drain().finally(() => {
      ended = true;
    });
    await rejects(fetch(url));
    equal(ended, false);
    const begun = Date.now();
    gate.resolve();
    const chunks = await (await running).toArray();
    equal(Buffer.concat(chunks as Buffer[]).toString(), 'finished');
    await drained;
    ok(Date.now() - begun < 2000);
    agent.destroy();
  });

  it('ends streams of events at once, because they never would by themselves', async () => {
    const listener: Listener = (_request, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
    const listening = await listen(listener, 0, '127.0.0.1');
    const { body } = await fetch(`http://127.0.0.1:${listening.port}`, { headers: { accept: 'text/event-stream' } });
    const reader = body?.getReader();
    await reader?.read();
    const begun = Date.now();
    await listening.drain();
    equal((await reader?.read())?.done, true);
    ok(Date.now() - begun < 2000);
  });

  it('rejects when the port is taken', async () => {
    const listening = await listen((_request, response) => void response.end(), 0, '127.0.0.1');
    await rejects(
      listen(() => undefined, listening.port, '127.0.0.1'),
      { code: 'EADDRINUSE' },
    );
    await listening.drain();
  });
});

describe('what a process says of itself', () => {
  let box: Box;
  before(async () => {
    box = await start([shelf()]);
  });
  after(() => box.close());

  it('is health, readiness and metrics, beside the routes of its first service', async () => {
    const service = shelf();
    const listening = await listen(processListener(box.host, [service]), 0, '127.0.0.1');
    const call = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${listening.port}${path}`);
      return [answer.status, await answer.text()] as const;
    };
    deepEqual(await call('/health'), [200, '{"health":"GOOD"}']);
    const [status, ready] = await call('/ready');
    deepEqual([status, JSON.parse(ready)], [200, { health: 'GOOD', services: { shelf: { state: 'ready', reason: null } } }]);
    equal((await call(items))[0], 401);
    const [, metrics] = await call('/metrics');
    ok(
      metrics.includes(
        `signalbox_request_seconds_count{service="shelf",method="GET",route="/api/admin/projects/:projectId/items",status="401"} 1`,
      ),
    );
    equal((await call('/internal/fetch-access'))[0], 401);
    await listening.drain();
  });
});
