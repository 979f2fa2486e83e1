import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gateway } from '@signalbox/gateway';
import { surfaces } from '@signalbox/standalone/services';
import { eventually, start } from '@signalbox/testing';
import type { Row } from './world.ts';

const features = '/api/client/features';
const peers = 150;
/** More than the buffers of a connection hold. */
const bytes = 8_000_000;
const nowhere = 'http://127.0.0.1:1';
/** Ends a request that waits for slow peers, before the gateway disconnects them. */
const hungMs = 25_000;
/** A slow network: about 1.3 MB a second. */
const [slowBytes, slowPauseMs] = [64 * 1024, 50];

/**
 * Clients with one token that do not read, or do not finish sending, through a gateway in front of a service in another process. Reads of
 * another application, also over a slow network, must succeed meanwhile.
 */
export async function trySlowPeers(): Promise<Row> {
  const service = createServer(answer);
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const urls = { DELIVERY_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`, TOGGLES_URL: nowhere };
  const front = await start([gateway], { surfaces, settings: { SDK_REQUESTS_PER_MINUTE: '100000000', ...urls } });
  const [slow, honest] = ['a-slow-token', 'an-honest-token'];
  const read = (path = features) => readAll(`${front.url}${path}`, honest);
  const port = Number(new URL(front.url).port);
  const findings: string[] = [];
  let cases = 0;
  const attacks = {
    'that read nothing': (index: number) => `GET ${features}?n=${index} HTTP/1.1\r\nhost: a\r\nauthorization: ${slow}\r\n\r\n`,
    'that read nothing of one body': () => `GET ${features} HTTP/1.1\r\nhost: a\r\nauthorization: ${slow}\r\n\r\n`,
    'that do not finish sending': () =>
      `POST /api/client/metrics HTTP/1.1\r\nhost: a\r\nauthorization: ${slow}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
  };
  for (const [what, requestOf] of Object.entries(attacks)) {
    const sockets = Array.from({ length: peers }, (_, index) => openSlow(port, requestOf(index)));
    await eventually(() => sockets.every(({ bytesWritten }) => bytesWritten > 0));
    for (const [how, reading] of Object.entries({
      'a read': () => read(),
      'a read of a body for the first time': () => read(`${features}?other=${cases}`),
      'a read over a slow network': () => readAll(`${front.url}${features}`, honest, () => pause(slowPauseMs)),
    })) {
      cases += 1;
      const received = await reading().catch((error: unknown) => String(error));
      if (received !== bytes) findings.push(`${how}, with clients ${what}: ${received}`);
    }
    for (const socket of sockets) socket.destroy();
  }
  await front.close();
  service.closeAllConnections();
  service.close();
  return {
    what: `${peers} slow clients with one token`,
    cases,
    figure: `reads of ${bytes} bytes: ${cases - findings.length} complete`,
    target: 'all reads of another application complete',
    holds: findings.length === 0,
    findings,
  };
}

/** A large body with an ETag, as delivery sends it; anything else is read to its end. */
const answer: RequestListener = (request, response) => {
  const isKnown = request.headers['if-none-match']?.includes('"1"');
  const headers = { etag: '"1"', vary: 'Authorization', ...(!isKnown && { 'content-length': bytes }) };
  if (request.method === 'GET') response.writeHead(isKnown ? 304 : 200, headers).end(isKnown ? undefined : Buffer.alloc(bytes, ' '));
  else request.on('end', () => response.writeHead(202).end()).resume();
};

function openSlow(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.pause();
  socket.write(text);
  return socket;
}

/** Returns the length of the body. `between` is called after each part. */
async function readAll(url: string, authorization: string, between?: () => Promise<unknown>): Promise<number> {
  const { status, body } = await fetch(url, { headers: { authorization }, signal: AbortSignal.timeout(hungMs) });
  if (status !== 200 || !body) throw new Error(`the status was ${status}`);
  let bytes = 0;
  let sinceLast = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    sinceLast += chunk.length;
    if (sinceLast < slowBytes) continue;
    sinceLast = 0;
    await between?.();
  }
  return bytes;
}
