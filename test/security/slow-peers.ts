import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { delivery } from '@signalbox/delivery';
import { gateway } from '@signalbox/gateway';
import { listen, processListener } from '@signalbox/host';
import { surfaces } from '@signalbox/standalone/services';
import { eventually, start } from '@signalbox/testing';
import { type DeliveryApp, features, openDeliveryApp } from '../delivery/delivery-app.fixture.ts';
import type { Row } from './world.ts';

const peers = 150;
const [featureCount, constraintCount, valueCount] = [70, 6, 250];
const nowhere = 'http://127.0.0.1:1';
/** Ends a request that waits for slow peers. Others need seconds. */
const hungMs = 300_000;
/** A slow network: about 1.3 MB a second. */
const [slowBytes, slowPauseMs] = [64 * 1024, 50];

/**
 * Clients with one token that do not read, or do not finish sending, through a gateway in front of delivery in another process. Reads and
 * writes of another application, also over a slow network, must succeed meanwhile.
 */
export async function trySlowPeers(): Promise<Row> {
  const settings = { SDK_REQUESTS_PER_MINUTE: '100000000' };
  const world = await openDeliveryApp({ surfaces, settings });
  const listening = await listen(processListener(world.app.host, [delivery]), 0, '127.0.0.1', 'a gateway');
  const urls = { DELIVERY_URL: `http://127.0.0.1:${listening.port}`, TOGGLES_URL: nowhere, AUDIT_URL: nowhere, PLAYGROUND_URL: nowhere };
  const front = await start([gateway], { surfaces, settings: { ...settings, ...urls } });
  await fill(world);
  const [slow, honest] = [await world.token({ type: 'client' }), await world.token({ type: 'client' })];
  const read = (path = features) => readAll(`${front.url}${path}`, honest);
  await eventually(async () => (await read()) > 5_000_000);
  const bytes = await read();
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
  await listening.drain();
  await world.close();
  return {
    what: `${peers} slow clients with one token`,
    cases,
    figure: `reads of ${bytes} bytes: ${cases - findings.length} complete`,
    target: 'all reads of another application complete',
    holds: findings.length === 0,
    findings,
  };
}

/** Features of about 6 MB. */
async function fill(world: DeliveryApp): Promise<void> {
  const values = Array.from({ length: valueCount }, (_, index) => `a-rather-long-identifier-of-a-customer-in-the-list-${index}`);
  const constraints = Array.from({ length: constraintCount }, () => ({ contextName: 'userId', operator: 'IN', values }));
  for (let index = 0; index < featureCount; index += 1) {
    await world.createFeature(`large-${index}`);
    await world.addStrategy(`large-${index}`, { name: 'default', constraints });
    await world.switchOn(`large-${index}`);
  }
}

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
