import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts';

describe('fault proxy', () => {
  let echo: Server;
  let proxy: FaultProxy;
  let client: Socket;

  beforeEach(async () => {
    echo = createServer((socket) => socket.on('error', () => undefined).pipe(socket)).listen(0, '127.0.0.1');
    await once(echo, 'listening');
    proxy = await openFaultProxy(`redis://127.0.0.1:${(echo.address() as { port: number }).port}/path`);
    client = connect(proxy.port, '127.0.0.1').on('error', () => undefined);
    await once(client, 'connect');
  });
  afterEach(async () => {
    client.destroy();
    await proxy.close();
    await new Promise((resolve) => echo.close(resolve));
  });

  it('forwards data, and preserves the URL except for the address', async () => {
    assert.equal(await answerTo('hello', 5000), 'hello');
    assert.equal(proxy.url, `redis://127.0.0.1:${proxy.port}/path`);
    assert.equal(proxy.connections, 1);
  });

  it('delays both directions', async () => {
    proxy.inject({ delayMs: 60 });
    const begin = performance.now();
    assert.equal(await answerTo('slow', 5000), 'slow');
    assert.ok(performance.now() - begin >= 118);
  });

  for (const drop of ['requests', 'answers', 'both'] as const) {
    it(`drops ${drop} and leaves the connection open`, async () => {
      proxy.inject({ drop });
      assert.equal(await answerTo('lost', 100), undefined);
      assert.equal(proxy.connections, 1);
      proxy.inject({});
      assert.equal(await answerTo('sound again', 5000), 'sound again');
    });
  }

  it('resets existing and new connections', async () => {
    const closed = new Promise((resolve) => client.once('close', resolve));
    proxy.inject({ reset: true });
    await closed;
    const next = connect(proxy.port, '127.0.0.1');
    const [failure] = (await once(next, 'error')) as [NodeJS.ErrnoException];
    assert.equal(failure.code, 'ECONNRESET');
  });

  async function answerTo(text: string, limitMs: number): Promise<string | undefined> {
    const answer = once(client, 'data').then(([chunk]) => String(chunk));
    client.write(text);
    return Promise.race([answer, wait(limitMs, undefined)]);
  }
});
