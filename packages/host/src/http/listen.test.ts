import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { type Listener, metricsPaths } from '@signalbox/kit';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { listen } from './listen.ts';
import { processListener, showMetrics } from '../process/process-listener.ts';
import { reportMetric } from '../runtime/metrics.ts';
import { items, sampleService } from '../sample-service.fixture.ts';

/** Returns all received data until the connection ends. Each further text is sent after a response arrived. */
async function exchange(port: number, text: string, ...further: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(text);
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk;
    socket.write(further.shift() ?? '');
  });
  await new Promise((resolve) => socket.once('close', resolve));
  return answer;
}

/** Longer than the limit of a test, so that a test that ends has not waited for it. */
const lingerMs = 600_000;

describe('a listening server', () => {
  it('finishes running requests before it ends, accepts no new ones, and closes idle connections', async () => {
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
    gate.resolve();
    const chunks = await (await running).toArray();
    equal(Buffer.concat(chunks as Buffer[]).toString(), 'finished');
    await drained;
    agent.destroy();
  });

  it('keeps responding while it lingers, and closes each connection with its next response', async () => {
    const listening = await listen((_request, response) => void response.end('answered'), 0, '127.0.0.1');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async () => {
      const answer = await new Promise<IncomingMessage>((resolve, reject) =>
        get(`http://127.0.0.1:${listening.port}`, { agent }, resolve).on('error', reject),
      );
      return [Buffer.concat((await answer.toArray()) as Buffer[]).toString(), answer.headers.connection];
    };
    deepEqual(await ask(), ['answered', 'keep-alive']);
    const drained = listening.drain(lingerMs);
    deepEqual(await ask(), ['answered', 'close']);
    await drained;
    await rejects(ask());
    agent.destroy();
  });

  it('sends `connection: close` to requests that were running when it began to linger', async () => {
    const gate = Promise.withResolvers<void>();
    let arrived = 0;
    const listening = await listen(
      (_request, response) => {
        arrived += 1;
        void gate.promise.then(() => response.end('finished'));
      },
      0,
      '127.0.0.1',
    );
    const agent = new Agent({ keepAlive: true });
    const running = new Promise<IncomingMessage>((resolve, reject) =>
      get(`http://127.0.0.1:${listening.port}`, { agent }, resolve).on('error', reject),
    );
    await eventually(() => arrived === 1);
    const drained = listening.drain(lingerMs);
    gate.resolve();
    equal((await running).headers.connection, 'close');
    (await running).resume();
    await drained;
    agent.destroy();
  });

  describe('event streams', () => {
    const listener: Listener = (_request, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
    const openAt = async (port: number) => {
      const { body } = await fetch(`http://127.0.0.1:${port}`, { headers: { accept: 'text/event-stream' } });
      const reader = body?.getReader();
      await reader?.read();
      return reader;
    };

    it('end at once, because they would never end by themselves', async () => {
      const listening = await listen(listener, 0, '127.0.0.1');
      const reader = await openAt(listening.port);
      await listening.drain();
      equal((await reader?.read())?.done, true);
    });

    it('end at once for clients that reconnect while other connections keep the process lingering', async () => {
      const listening = await listen(listener, 0, '127.0.0.1');
      const idle = connect(listening.port, '127.0.0.1');
      await once(idle, 'connect');
      const drained = listening.drain(lingerMs);
      equal((await (await openAt(listening.port))?.read())?.done, true);
      idle.destroy();
      await drained;
    });
  });

  const unreadable: Record<string, readonly [text: string, refusal: string]> = {
    'an address of 20 kB': [`GET /?${'x'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`, '431 HeadersTooLargeError'],
    'no request': ['good morning\r\n\r\n', '400 BadRequestError'],
    'a header that is none': ['GET / HTTP/1.1\r\nhost: a\r\nb\r\n\r\n', '400 BadRequestError'],
    'two hosts': ['GET / HTTP/1.1\r\nhost: a\r\nHost: a\r\n\r\n', '400 BadRequestError'],
    'a length that is none': ['POST / HTTP/1.1\r\nhost: a\r\ncontent-length: x\r\n\r\n', '400 BadRequestError'],
  };
  for (const [what, [text, refusal]] of Object.entries(unreadable)) {
    it(`refuses ${what} in the wire’s format`, async () => {
      const listening = await listen((_request, response) => void response.end(), 0, '127.0.0.1');
      const [head = '', body = ''] = (await exchange(listening.port, text)).split('\r\n\r\n');
      const { id, name, message, details } = JSON.parse(body);
      equal(`${head.split(' ')[1]} ${name}`, refusal);
      match(head, /content-type: application\/json/);
      deepEqual([typeof id, details], ['string', [{ message, description: message }]]);
      await listening.drain();
    });
  }

  it('leaves a response that has begun intact when unreadable data follows', async () => {
    const listener: Listener = (_request, response) => void response.writeHead(200, { 'content-length': 100 }).write('begun');
    const listening = await listen(listener, 0, '127.0.0.1');
    const answer = await exchange(listening.port, 'GET / HTTP/1.1\r\nhost: a\r\n\r\n', 'good morning\r\n\r\n');
    match(answer, /begun$/);
    await listening.drain();
  });

  it('disconnects a client that does not receive, and no client that waits for the handler', async () => {
    const [begun, cut] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const listener: Listener = (incoming, response) => {
      if (incoming.url === '/large') response.once('close', cut.resolve).end(Buffer.alloc(50_000_000));
      else void cut.promise.then(() => response.end('finished'));
      begun.resolve();
    };
    const listening = await listen(listener, 0, '127.0.0.1', { deadlineFactor: 0.005 });
    const waiting = fetch(`http://127.0.0.1:${listening.port}/slow`);
    await begun.promise;
    const stuck = connect(listening.port, '127.0.0.1').pause();
    stuck.write('GET /large HTTP/1.1\r\nhost: a\r\n\r\n');
    equal(await (await waiting).text(), 'finished');
    stuck.destroy();
    await listening.drain();
  });

  it('accepts more headers from a gateway than a gateway accepts from clients', async () => {
    const listener: Listener = (_request, response) => void response.end('ok');
    const listening = await listen(listener, 0, '127.0.0.1', { callers: 'a gateway' });
    const answer = await fetch(`http://127.0.0.1:${listening.port}`, { headers: { x: 'x'.repeat(18_000) } });
    await listening.drain();
    equal(answer.status, 200);
  });

  it('names the setting when the port is taken or the address belongs to another machine', async () => {
    const listening = await listen((_request, response) => void response.end(), 0, '127.0.0.1');
    await rejects(
      listen(() => undefined, listening.port, '127.0.0.1'),
      { name: 'SettingsProblem', message: `PORT ${listening.port} is already in use by another process.` },
    );
    await rejects(
      listen(() => undefined, 0, '203.0.113.1'),
      { name: 'SettingsProblem', message: 'HOST 203.0.113.1 is not an address of this machine.' },
    );
    await listening.drain();
  });
});

describe('the listener of a process', () => {
  let app: TestApp;
  before(async () => {
    app = await start([sampleService()]);
  });
  after(() => app.close());

  it('serves health, readiness and metrics next to the routes of its first service', async () => {
    const service = sampleService();
    const listening = await listen(processListener(app.host, [service]), 0, '127.0.0.1');
    const call = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${listening.port}${path}`);
      return [answer.status, await answer.text()] as const;
    };
    deepEqual(await call('/health'), [200, '{"health":"GOOD"}']);
    const [status, ready] = await call('/ready');
    deepEqual([status, JSON.parse(ready)], [200, { health: 'GOOD', services: { sample: { state: 'ready', reason: null } } }]);
    equal((await call(items))[0], 401);
    const [, metrics] = await call('/metrics');
    ok(
      metrics.includes(
        `signalbox_request_seconds_count{service="sample",method="GET",route="/api/admin/projects/:projectId/items",status="401"} 1`,
      ),
    );
    equal((await call('/internal/fetch-access'))[0], 401);
    await listening.drain();
  });

  it('measures times in seconds', async () => {
    equal((await app.as(null).get(items)).status, 401);
    const metrics = await app.host.metrics.registry.metrics();
    const valueOf = (name: RegExp) => Number(new RegExp(`^${name.source} (\\S+)$`, 'm').exec(metrics)?.[1]);
    ok(valueOf(/signalbox_request_seconds_sum\{.*status="401"\}/) < 30);
    ok(valueOf(/signalbox_access_replica_age_seconds/) < 30);
  });

  it('refuses a URL that the gateway would refuse, and measures the refusal', async () => {
    const listening = await listen(processListener(app.host, [sampleService()]), 0, '127.0.0.1');
    match(await exchange(listening.port, 'GET /a#b HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'), /^HTTP\/1.1 400 .*BadRequestError/s);
    await listening.drain();
    match(
      await app.host.metrics.registry.metrics(),
      /signalbox_request_seconds_count\{service="sample",method="GET",route="none",status="400"\} 1/,
    );
  });
});

describe('the metrics port', () => {
  const services = () => [sampleService()];

  it('serves metrics to any client, and removes them from the other port', async () => {
    const app = await start(services(), { settings: { METRICS_PORT: '0' } });
    const own = await showMetrics(app.host);
    const listening = await listen(processListener(app.host, services()), 0, '127.0.0.1');
    for (const path of metricsPaths) {
      const shown = await fetch(`http://127.0.0.1:${own?.port}${path}`);
      match(String(shown.headers.get('content-type')), /^text\/plain; version=/);
      match(await shown.text(), /signalbox_request_seconds/);
      equal((await fetch(`http://127.0.0.1:${listening.port}${path}`)).status, 404);
    }
    equal((await fetch(`http://127.0.0.1:${own?.port}/health`)).status, 404);
    await own?.drain();
    await listening.drain();
    await app.close();
  });

  it('is closed unless a setting names one', async () => {
    const app = await start(services());
    equal(await showMetrics(app.host), null);
    await app.close();
  });

  it('is skipped if it is taken, and shows all metrics that can be read', async () => {
    const taken = await listen((_request, response) => void response.end(), 0, '127.0.0.1');
    const app = await start(services(), { settings: { METRICS_PORT: String(taken.port), HOST: '127.0.0.1', LOG_LEVEL: 'silent' } });
    equal(await showMetrics(app.host), null);
    await taken.drain();
    const own = await showMetrics(app.host);
    const broken = { help: 'x', kind: 'gauge', labels: [] } as const;
    reportMetric(app.host.metrics.registry, { name: 'broken', ...broken }, () => {
      throw new Error('it cannot be read');
    });
    const shown = await fetch(`http://127.0.0.1:${own?.port}/metrics`);
    equal(shown.status, 200);
    match(await shown.text(), /signalbox_build_info\{/);
    await own?.drain();
    await app.close();
  });
});
