import { deepEqual, equal, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Listener } from '@signalbox/kit';
import { eventually } from '@signalbox/testing';
import { listen, type Listening } from './listen.ts';

/** Each request takes longer than a turn allows for requests with a body. */
const workMs = 6;
const senders = 20;

const post = (path: string) => `POST /${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx`;
const get = 'GET /read HTTP/1.1\r\nHost: x\r\n\r\n';

describe('takeTurns', () => {
  let listening: Listening;
  let begun: string[];

  const listener: Listener = (request, response) => {
    const end = performance.now() + workMs;
    begun.push(request.url ?? '');
    while (performance.now() < end);
    request.resume();
    response.end();
  };
  const connected = async (): Promise<Socket> => {
    const socket = connect(listening.port, '127.0.0.1').resume();
    await once(socket, 'connect');
    return socket;
  };

  beforeEach(async () => {
    begun = [];
    listening = await listen(listener, 0, '127.0.0.1');
  });
  afterEach(() => listening.drain());

  it('lets requests without a body run between requests with one, which keep their order', async () => {
    const [sender, reader] = [await connected(), await connected()];
    sender.write(Array.from({ length: senders }, (_, index) => post(`write-${index}`)).join(''));
    reader.write(get);
    await eventually(() => begun.length === senders + 1);
    const writes = begun.filter((path) => path !== '/read');
    deepEqual(
      writes,
      Array.from({ length: senders }, (_, index) => `/write-${index}`),
    );
    ok(begun.indexOf('/read') < senders / 2, `the read began behind ${begun.indexOf('/read')} writes`);
    for (const socket of [sender, reader]) socket.destroy();
  });

  it('skips a request whose sender disconnected while it waited', async () => {
    const [first, second] = [await connected(), await connected()];
    first.write(Array.from({ length: senders }, (_, index) => post(`write-${index}`)).join(''));
    await eventually(() => begun.length > 0);
    second.write(post('last'));
    first.destroy();
    await eventually(() => begun.includes('/last'));
    ok(begun.length < senders);
    equal(begun.at(-1), '/last');
    second.destroy();
  });
});
