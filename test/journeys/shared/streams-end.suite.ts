import { equal, match, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { eventually } from '@signalbox/testing';
import { openStream } from '../../delivery/event-stream.fixture.ts';
import type { Product } from '../product.ts';
import { shareProduct } from './shared-product.ts';

describe('stopping the product', () => {
  const running = shareProduct();

  it('ends open streams immediately, even while sending, and completes a request that is being read', async () => {
    const product = running();
    const streams = await openStreams(product);
    const request = await beginRequest(product);
    equal((await product.admin.post('/api/admin/projects/default/features/streamed/environments/development/on')).status, 200);
    const closed = product.close();
    await Promise.all(streams.map(({ ended }) => ended.catch(() => undefined)));
    // If the streams had used up the time that a running request has, this one would have been cut off with them.
    match(await request.complete(), /^HTTP\/1\.1 401 /);
    await closed;
  });
});

/** Streams of features, which have all sent something, and of changes. */
async function openStreams({ admin, url, tokens }: Product) {
  equal((await admin.post('/api/admin/projects/default/features', { name: 'streamed' })).status, 201);
  const open = (count: number, token: string, path?: string) =>
    Promise.all(Array.from({ length: count }, () => openStream(url, { authorization: token }, path)));
  const features = await open(20, tokens.client);
  await eventually(() => ok(features.every(({ events }) => events.length > 0)));
  return [...features, ...(await open(5, tokens.admin, '/api/admin/changes/stream'))];
}

/** Sends the head and the first bytes of a body. `complete` sends the rest and returns the response. */
async function beginRequest({ url }: Product) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  const answer = text(socket);
  const body = JSON.stringify({ username: 'nobody', password: 'not a password' });
  const head = ['POST /auth/simple/login HTTP/1.1', 'host: localhost', 'content-type: application/json', `content-length: ${body.length}`];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`);
  return {
    async complete() {
      socket.write(body.slice(10));
      return answer;
    },
  };
}
