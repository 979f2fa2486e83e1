import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eventually } from '@signalbox/testing';
import { effectsOf } from '../runtime/effects.ts';
import { openLog } from '../runtime/log.ts';
import { addressSignatures } from './address-signature.ts';
import { type Forwarder, forwardTo } from './forward.ts';
import { listen, type Listening } from './listen.ts';

/** The service behind the forwarder. Each test sets its handler. */
interface Upstream {
  readonly server: Server;
  readonly sockets: Set<Socket>;
  handle: (...parts: Parameters<RequestListener>) => unknown;
}

async function openUpstream(): Promise<Upstream> {
  const upstream: Upstream = {
    server: createServer((incoming, response) => void upstream.handle(incoming, response)),
    sockets: new Set(),
    handle: (_request, response) => void response.end('ok'),
  };
  upstream.server.on('connection', (socket) => {
    upstream.sockets.add(socket);
    socket.once('close', () => upstream.sockets.delete(socket));
  });
  await new Promise<void>((resolve) => upstream.server.listen(0, '127.0.0.1', resolve));
  return upstream;
}

const hashOf = (data: Buffer) => createHash('sha256').update(data).digest('hex');

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes in buffers that something still refers to. */
function buffered(): number {
  collect();
  return process.memoryUsage().arrayBuffers;
}

describe('the forwarder', () => {
  let upstream: Upstream;
  let logged: string[];
  let forwarder: Forwarder;
  let server: Listening;
  beforeEach(async () => {
    logged = [];
    upstream = await openUpstream();
    forwarder = forwardTo('delivery', `http://127.0.0.1:${(upstream.server.address() as AddressInfo).port}`, {
      log: openLog('error', { write: (line) => void logged.push(line) }),
      effects: effectsOf({ id: () => 'an-id' }),
      traceparent: () => undefined,
      connectTimeoutMs: 60_000,
      ...addressSignatures([]),
    });
    server = await listen(forwarder.listener, 0, '127.0.0.1');
  });
  afterEach(async () => {
    upstream.server.closeAllConnections();
    upstream.server.close();
    await forwarder.close();
    await server.drain();
  });

  const url = (path = '/') => `http://127.0.0.1:${server.port}${path}`;

  /** Sends a request that nobody answers or reads. */
  const sendSlow = (authorization: string, path = '/') => {
    const outgoing = request(url(path), { agent: false, headers: { authorization } });
    outgoing.on('error', () => undefined).on('response', (answer) => answer.on('error', () => undefined));
    outgoing.end();
    return outgoing;
  };

  it('refuses at once when too many requests wait, and recovers when they are gone', async () => {
    upstream.handle = () => undefined;
    const outcome = async (authorization: string) => {
      const answer = await fetch(url(), { headers: { authorization }, signal: AbortSignal.timeout(1000) });
      return [answer.status, answer.headers.get('retry-after')];
    };
    const waiting = Array.from({ length: 16 + 250 }, () => sendSlow('a'));
    await eventually(async () => deepEqual(await outcome('a'), [429, '2']));
    equal(upstream.sockets.size, 16);
    for (const caller of ['b', 'c', 'd']) for (let count = 0; count < 16 + 250; count += 1) waiting.push(sendSlow(caller));
    await eventually(async () => deepEqual(await outcome('e'), [503, '2']));
    await eventually(() => equal(upstream.sockets.size, 64));
    for (const outgoing of waiting) outgoing.destroy();
    upstream.handle = (_request, response) => void response.end('ok');
    await eventually(async () => equal((await fetch(url())).status, 200));
  });

  it('leaves connections to others when one caller reads nothing', async () => {
    const body = Buffer.alloc(20_000_000);
    upstream.handle = (incoming, response) => void response.end(incoming.url === '/large' ? body : 'ok');
    const slow = Array.from({ length: 150 }, () => sendSlow('a', '/large'));
    await eventually(() => equal(upstream.sockets.size, 16));
    equal(await (await fetch(url(), { headers: { authorization: 'b' } })).text(), 'ok');
    equal(upstream.sockets.size, 17);
    for (const outgoing of slow) outgoing.destroy();
  });

  it('holds no connection for known bodies that nobody reads', async () => {
    const body = Buffer.alloc(10_000_000);
    let confirmed = 0;
    upstream.handle = (incoming, response) => {
      const isKnown = incoming.headers['if-none-match'] === '"1"';
      if (isKnown) confirmed += 1;
      response.writeHead(isKnown ? 304 : 200, { etag: '"1"', ...(!isKnown && { 'content-length': body.length }) });
      response.end(isKnown ? undefined : body);
    };
    await (await fetch(url(), { headers: { authorization: 'a' } })).arrayBuffer();
    const slow = [sendSlow('a')]; // Copies the body, at the speed of the service.
    await eventually(async () => {
      await (await fetch(url(), { headers: { authorization: 'a' } })).arrayBuffer();
      ok(confirmed > 0);
    });
    const before = confirmed;
    for (let count = 0; count < 40; count += 1) slow.push(sendSlow('a'));
    await eventually(() => equal(confirmed, before + 40));
    for (const outgoing of slow) outgoing.destroy();
  });

  it('forwards method, path, query, headers and status, without hop-by-hop headers', async () => {
    let seen: IncomingMessage | undefined;
    upstream.handle = (incoming, response) => {
      seen = incoming;
      response.writeHead(207, { 'x-answer': 'yes', 'set-cookie': ['a=1', 'b=2'], 'keep-alive': 'timeout=77' }).end('done');
    };
    const answer = await fetch(url('/api/x%2Fy?q=%C3%BC&q=2'), { method: 'DELETE', headers: { 'x-custom': 'yes', te: 'trailers' } });
    deepEqual(
      [seen?.method, seen?.url, seen?.headers['x-custom'], seen?.headers['te']],
      ['DELETE', '/api/x%2Fy?q=%C3%BC&q=2', 'yes', undefined],
    );
    deepEqual([answer.status, answer.headers.get('x-answer'), answer.headers.getSetCookie()], [207, 'yes', ['a=1', 'b=2']]);
    ok(answer.headers.get('keep-alive') !== 'timeout=77');
    equal(await answer.text(), 'done');
  });

  it('forwards all chunks of a body that has already arrived', async () => {
    upstream.handle = async (incoming, response) => void response.end(hashOf(await readAll(incoming)));
    const late = await listen(
      (incoming, response) => void eventually(() => incoming.complete).then(() => forwarder.listener(incoming, response)),
      0,
      '127.0.0.1',
    );
    const body = randomBytes(67_000);
    const outgoing = request({ port: late.port, method: 'POST', headers: { 'content-length': body.length } });
    // Just below the limit of the stream's buffer, so that the rest arrives as a second chunk.
    outgoing.write(body.subarray(0, 65_000));
    outgoing.end(body.subarray(65_000));
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    equal(String(await readAll(answer)), hashOf(body));
    await late.drain();
  });

  it('forwards bodies unchanged in both directions, with a length and in chunks', async () => {
    const body = randomBytes(3_000_000);
    upstream.handle = async (incoming, response) => {
      const received = await readAll(incoming);
      response.writeHead(200, { 'x-hash': hashOf(received), 'x-length': incoming.headers['content-length'] ?? 'chunked' });
      response.write(received.subarray(0, 1_000_000));
      response.end(received.subarray(1_000_000));
    };
    for (const how of ['3000000', 'chunked']) {
      const sent = how === 'chunked' ? new Blob([body]).stream() : body;
      const answer = await fetch(url(), { method: 'POST', body: sent, duplex: 'half' });
      deepEqual([answer.headers.get('x-hash'), answer.headers.get('x-length')], [hashOf(body), how]);
      equal(hashOf(Buffer.from(await answer.arrayBuffer())), hashOf(body));
    }
  });

  it('sends HEAD, 204 and 304 responses without a body', async () => {
    upstream.handle = (incoming, response) => {
      const status = Number(incoming.headers['x-status'] ?? 200);
      response.writeHead(status, status === 200 ? { 'content-length': 1234 } : { etag: '"1"' }).end();
    };
    const head = await fetch(url(), { method: 'HEAD' });
    deepEqual([head.status, head.headers.get('content-length')], [200, '1234']);
    for (const status of [204, 304]) equal((await fetch(url(), { headers: { 'x-status': String(status) } })).status, status);
  });

  it('reuses a connection', async () => {
    for (let call = 0; call < 10; call += 1) equal(await (await fetch(url())).text(), 'ok');
    equal(upstream.sockets.size, 1);
  });

  it('opens a separate connection for each event stream, so that the pool stays available', async () => {
    upstream.handle = (incoming, response) => {
      if (incoming.url !== '/stream') return response.end('ok');
      return response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: connected\n\n');
    };
    const stop = new AbortController();
    const streams = await Promise.all(
      Array.from({ length: 80 }, () => fetch(url('/stream'), { headers: { accept: 'text/event-stream' }, signal: stop.signal })),
    );
    const [first] = streams;
    const chunk = await first?.body?.getReader().read();
    equal(Buffer.from(chunk?.value ?? []).toString(), 'event: connected\n\n');
    equal(await (await fetch(url())).text(), 'ok');
    ok(upstream.sockets.size >= 81);
    stop.abort();
    await eventually(() => upstream.sockets.size <= 1);
  });

  it('forwards an event stream as it arrives, until its connection ends', async () => {
    const begun = Promise.withResolvers<void>();
    upstream.handle = async (_incoming, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
      await begun.promise;
      response.end('data: 2\n\n');
    };
    const socket = connect(server.port, '127.0.0.1').setEncoding('latin1');
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.write('GET / HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\n\r\n');
    await eventually(() => ok(text.endsWith('\r\n\r\ndata: 1\n\n'), text));
    begun.resolve();
    await once(socket, 'close');
    ok(text.endsWith('\r\n\r\ndata: 1\n\ndata: 2\n\n'), text);
  });

  it('reads an event stream no faster than its reader, and keeps none of it', async () => {
    const event = Buffer.from(`data: ${'x'.repeat(1_000_000)}\n\n`);
    const events = 20;
    const before = buffered();
    let sent: Socket | null = null;
    upstream.handle = (_incoming, response) => {
      response.useChunkedEncodingByDefault = false;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      sent = response.socket;
      for (let count = 0; count < events; count += 1) sent?.write(event);
    };
    const readers = Array.from({ length: 20 }, () => connect(server.port, '127.0.0.1').pause());
    for (const reader of readers) reader.write('GET / HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\n\r\n');
    await eventually(() => ok((sent?.writableLength ?? 0) > 0 && upstream.sockets.size === readers.length));
    await Promise.all(
      readers.map(async (reader) => {
        let bytes = 0;
        reader.on('data', (chunk) => (bytes += chunk.length)).resume();
        await eventually(() => ok(bytes > events * event.length, String(bytes)));
      }),
    );
    await eventually(() => ok(buffered() - before < readers.length * 32_000));
    for (const reader of readers) reader.destroy();
  });

  it('returns 503 with Retry-After if the service is down', async () => {
    upstream.server.close();
    upstream.server.closeAllConnections();
    await once(upstream.server, 'close');
    const answer = await fetch(url(), { method: 'POST', body: 'x' });
    deepEqual([answer.status, answer.headers.get('retry-after')], [503, '2']);
    const body = (await answer.json()) as { id: string; name: string; message: string };
    deepEqual([body.id, body.name], ['an-id', 'UnavailableError']);
    match(body.message, /^delivery cannot be reached/);
    const [line] = logged.map((text) => JSON.parse(text) as { failure: string; err: { message: string } });
    deepEqual([line?.failure, logged.length], ['an-id', 1]);
    match(line?.err.message ?? '', /ECONNREFUSED/);
  });

  it('aborts the upstream request when the caller disconnects, before and during the response', async () => {
    for (const begins of [false, true]) {
      const arrived = Promise.withResolvers<IncomingMessage>();
      upstream.handle = (incoming, response) => {
        arrived.resolve(incoming);
        if (begins) response.writeHead(200).write('x');
      };
      const caller = request(url());
      caller.on('error', () => undefined);
      caller.end();
      const incoming = await arrived.promise;
      caller.destroy();
      await eventually(() => incoming.socket.destroyed);
    }
  });

  it('aborts the upstream request when the caller disconnects while sending its body', async () => {
    const arrived = Promise.withResolvers<IncomingMessage>();
    upstream.handle = (incoming) => {
      incoming.on('error', () => undefined);
      incoming.once('data', () => arrived.resolve(incoming));
    };
    const caller = request(url(), { method: 'POST', headers: { 'content-length': 1000 } });
    caller.on('error', () => undefined);
    caller.write('half');
    const incoming = await arrived.promise;
    caller.destroy();
    await eventually(() => incoming.socket.destroyed);
  });

  it('aborts the response when the upstream does, so that no client accepts half of it as complete', async () => {
    for (const headers of [{}, { 'content-length': 100 }]) {
      upstream.handle = (_incoming, response) => {
        response.writeHead(200, headers).write('half');
        setImmediate(() => response.destroy());
      };
      await rejects(async () => (await fetch(url())).text());
    }
    upstream.handle = (_incoming, response) => void response.end('ok');
    equal(await (await fetch(url())).text(), 'ok');
  });
});
