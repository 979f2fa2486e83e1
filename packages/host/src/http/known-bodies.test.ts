import { deepEqual, equal } from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { eventually } from '@signalbox/testing';
import { effectsOf } from '../runtime/effects.ts';
import { openLog } from '../runtime/log.ts';
import { addressSignatures } from './address-signature.ts';
import { type Forwarder, forwardTo } from './forward.ts';
import { KnownBodies } from './known-bodies.ts';
import { listen, type Listening } from './listen.ts';

const large = 'x'.repeat(20_000);
const token = { authorization: 'a-token' };

describe('a forwarder that knows a body', () => {
  let service: Server;
  let forwarder: Forwarder;
  let server: Listening;
  /** Content of the service, and the statuses that it sent. */
  let content: { etag: string; body: string; vary?: string; refused?: boolean; headers?: Record<string, string> };
  let sent: number[];

  const answer: RequestListener = (incoming, response) => {
    const { etag, body, vary = 'Authorization', refused = false, headers = {} } = content;
    const tags = incoming.headers['if-none-match']?.split(', ') ?? [];
    const status = refused ? 401 : tags.includes(etag) ? 304 : 200;
    sent.push(status);
    const text = varied(incoming, vary) + body;
    if (status === 200) response.writeHead(200, { etag, vary, 'content-length': text.length, 'x-kept': 'yes', ...headers }).end(text);
    else response.writeHead(status, { etag, vary, ...headers }).end();
  };
  /** The body depends on the headers in `vary`. */
  const varied = ({ headers }: IncomingMessage, vary: string) =>
    vary
      .split(', ')
      .map((name) => headers[name.toLowerCase()])
      .join();

  beforeEach(async () => {
    content = { etag: '"1"', body: large };
    sent = [];
    service = createServer(answer);
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    forwarder = forwardTo('delivery', url, {
      log: openLog('silent'),
      effects: effectsOf(),
      traceparent: () => undefined,
      connectTimeoutMs: 60_000,
      ...addressSignatures([]),
    });
    server = await listen(forwarder.listener, 0, '127.0.0.1');
  });
  afterEach(async () => {
    await forwarder.close();
    service.closeAllConnections();
    service.close();
    await server.drain();
  });

  async function get(headers: Record<string, string> = token, path = '/features') {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers });
    return { status: response.status, headers: response.headers, body: await response.text() };
  }

  it('sends it again when the service confirms its ETag', async () => {
    content.headers = { 'x-revision': '1' };
    const first = await get();
    await get();
    content.headers = { 'x-revision': '2' };
    const third = await get();
    deepEqual(sent, [200, 200, 304]);
    deepEqual([third.status, third.body], [200, first.body]);
    deepEqual(
      ['content-length', 'etag', 'vary', 'x-kept', 'x-revision'].map((name) => third.headers.get(name)),
      [String(first.body.length), '"1"', 'Authorization', 'yes', '2'],
    );
  });

  it('keeps one copy of a body that several callers are receiving', async () => {
    const copies = new Set<Writable>();
    const known = new KnownBodies();
    const request = { method: 'GET', url: '/', headers: token } as unknown as IncomingMessage;
    const headers = { etag: '"1"', 'content-length': String(large.length) };
    const keep = (target: Writable) => {
      const found = known.find(request);
      return found ? known.keep(found, headers, target) : target;
    };
    const targetOf = () => new Writable({ write: (_chunk, _encoding, next) => next() });
    keep(targetOf());
    for (const target of [targetOf(), targetOf(), targetOf()]) {
      const own = keep(target);
      if (own !== target) copies.add(own);
    }
    equal(copies.size, 1);
    const [copy] = copies;
    await new Promise<void>((resolve) => copy?.end(large, resolve));
    await eventually(() => equal(known.find(request)?.known?.body.length, large.length));
  });

  it('forwards changed bodies and refusals', async () => {
    for (let count = 0; count < 3; count += 1) await get();
    content = { etag: '"2"', body: `${large}2` };
    equal((await get()).body, `a-token${large}2`);
    content.refused = true;
    deepEqual([(await get()).status, sent], [401, [200, 200, 304, 200, 401]]);
  });

  it('sends 304 to callers that have the body, and the body to callers that have an older one', async () => {
    for (let count = 0; count < 3; count += 1) await get();
    equal((await get({ ...token, 'if-none-match': 'W/"0", "1"' })).status, 304);
    const older = await get({ ...token, 'if-none-match': '"0"' });
    deepEqual([older.status, older.body], [200, `a-token${large}`]);
    deepEqual(sent.slice(2), [304, 304, 304]);
  });

  it('distinguishes credentials, URLs and the headers in Vary', async () => {
    content.vary = 'Authorization, X-Kind';
    const callers = [token, { authorization: 'another' }, { ...token, 'x-kind': '1' }, { ...token, 'x-kind': '2' }];
    for (let count = 0; count < 4; count += 1) {
      for (const caller of callers)
        equal((await get(caller)).body, `${Object.values(caller).join()}${'x-kind' in caller ? '' : ','}${large}`);
    }
    content.etag = '"2"';
    for (let count = 0; count < 3; count += 1) await get(token, '/one');
    sent = [];
    await get(token, '/other');
    deepEqual(sent, [200]);
  });

  for (const [what, own] of Object.entries({
    'without a credential': { caller: {} },
    'with a weak ETag': { etag: 'W/"1"' },
    'with a cookie': { headers: { 'set-cookie': 'a=1' } },
    'that depend on more than headers': { vary: '*' },
    'with a small body': { body: 'small' },
  })) {
    it(`forwards responses ${what}`, async () => {
      const { caller, ...rest } = { caller: token, ...own };
      content = { ...content, ...rest };
      for (let count = 0; count < 4; count += 1) await get(caller);
      deepEqual(sent, [200, 200, 200, 200]);
    });
  }
});
