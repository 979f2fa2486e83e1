import { equal, match, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { eventually } from '@signalbox/testing';
import { openStream } from '../delivery/event-stream.fixture.ts';
import { startProduct } from './product.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const maxStopMs = 9000; // Running requests have ten seconds; an open stream must not use them up.

describe('stopping the product', function () {
  this.timeout(120_000);

  it('ends open streams immediately, even while sending', async () => {
    const product = await startProduct();
    let begun = 0;
    try {
      equal((await product.admin.post('/api/admin/projects/default/features', { name: 'cart' })).status, 201);
      const features = await Promise.all(
        Array.from({ length: 20 }, () => openStream(product.url, { authorization: product.tokens.client })),
      );
      await eventually(() => ok(features.every(({ events }) => events.length > 0)));
      const changes = await Promise.all(
        Array.from({ length: 5 }, () => openStream(product.url, { authorization: product.tokens.admin }, '/api/admin/changes/stream')),
      );
      const streams = [...features, ...changes];
      equal((await product.admin.post('/api/admin/projects/default/features/cart/environments/development/on')).status, 200);
      begun = performance.now();
      const closed = product.close();
      await Promise.all(streams.map(({ ended }) => ended.catch(() => undefined)));
      await closed;
    } catch (error) {
      await product.close();
      throw error;
    }
    ok(performance.now() - begun < maxStopMs, `${performance.now() - begun} ms`);
  });

  it('completes a request that is being read', async () => {
    const product = await startProduct();
    try {
      const socket = connect(Number(new URL(product.url).port), '127.0.0.1');
      await once(socket, 'connect');
      const answer = text(socket);
      const body = JSON.stringify({ username: 'nobody', password: 'not a password' });
      const head = [
        'POST /auth/simple/login HTTP/1.1',
        'host: localhost',
        'content-type: application/json',
        `content-length: ${body.length}`,
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`);
      await pause(500);
      const closed = product.close();
      await pause(500);
      socket.write(body.slice(10));
      match(await answer, /^HTTP\/1\.1 401 /);
      await closed;
    } catch (error) {
      await product.close();
      throw error;
    }
  });
});
