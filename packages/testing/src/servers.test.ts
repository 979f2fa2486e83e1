import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testEnvironment } from './environment.ts';
import { eventually } from './eventually.ts';
import {
  isInstalled,
  type PrivateServerOptions,
  probeMysql,
  probeRabbit,
  probeRedis,
  startPrivateMysql,
  startPrivateRabbit,
  startPrivateRedis,
} from './servers.ts';

const kinds = [
  { name: 'redis', start: startPrivateRedis, probe: probeRedis },
  { name: 'mysql', start: startPrivateMysql, probe: probeMysql },
  { name: 'rabbit', start: startPrivateRabbit, probe: probeRabbit },
] as const;

describe('probes', () => {
  for (const { name, probe } of kinds) {
    it(`reject any other listener as ${name}`, async () => {
      const server = createServer((socket) =>
        socket
          .on('error', () => undefined)
          .resume()
          .end('HTTP/1.1 400 Bad Request\r\n\r\n'),
      );
      await once(server.listen(0, '127.0.0.1'), 'listening');
      await assert.rejects(probe((server.address() as { port: number }).port), Error);
      await new Promise((resolve) => server.close(resolve));
    });
  }
});

if (testEnvironment.way === 'distributed') {
  for (const { name, start, probe } of kinds) describePrivate(name, start, probe);
}

function describePrivate(
  name: 'redis' | 'mysql' | 'rabbit',
  start: (options?: PrivateServerOptions) => ReturnType<typeof startPrivateRedis>,
  probe: typeof probeRedis,
) {
  describe(`a private ${name}`, () => {
    before(function () {
      if (!isInstalled(name)) this.skip();
    });

    it('can be frozen, thawed, stopped and started on one port, and leaves nothing behind', async () => {
      const server = await start();
      const port = Number(new URL(server.url).port);
      const first = server.pid;
      await probe(port);
      server.freeze();
      await assert.rejects(probe(port), /does not answer/);
      server.thaw();
      await probe(port);
      await server.stop();
      await assert.rejects(probe(port));
      await server.start();
      await probe(port);
      assert.notEqual(server.pid, first);
      await server.close();
      await assert.rejects(probe(port));
      assert.throws(() => process.kill(server.pid || first, 0), { code: 'ESRCH' });
    });
  });
}

if (testEnvironment.way === 'distributed') {
  describe('private servers and their process', () => {
    it('end together, with all files, when the process is killed', async function () {
      if (!isInstalled('redis')) this.skip();
      const parent = runParent(`const server = await startPrivateRedis();
        console.log(new URL(server.url).port);
        setInterval(() => undefined, 1000);`);
      const [line] = (await once(parent.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
      const port = Number(line);
      await probeRedis(port);
      parent.kill('SIGKILL');
      await eventually(() => assert.rejects(probeRedis(port)));
    });

    it('preserve their data in a given folder', async function () {
      if (!isInstalled('mysql')) this.skip();
      const folder = mkdtempSync(join(tmpdir(), 'signalbox-kept-'));
      try {
        await (await startPrivateMysql({ folder })).close();
        assert.ok(existsSync(join(folder, 'data', 'mysql')));
        await (await startPrivateMysql({ folder })).close();
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  });
}

function runParent(body: string): ChildProcess {
  const script = `import { startPrivateRedis } from ${JSON.stringify(join(import.meta.dirname, 'servers.ts'))};\n${body}`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
}
