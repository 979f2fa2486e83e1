import { deepEqual, equal, match } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exitCodes } from '@signalbox/cli';
import { root } from '../../tools/testing/root.ts';
import { runCommand } from './cli.fixture.ts';

const plan = { revision: 1, hash: 'a', summary: { create: 1, update: 0, delete: 0, same: 0, refused: 0 }, actions: [] };

describe('an interrupted command', () => {
  let folder: string;
  let server: Server;
  let requested: () => void;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'interrupt-'));
    await writeFile(join(folder, 'export.json'), JSON.stringify({ features: [], featureStrategies: [], featureEnvironments: [] }));
    // Never responds.
    server = createServer(() => requested());
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });

  it('ends while it waits for a confirmation', async () => {
    const stop = new AbortController();
    const silent = Object.assign({ [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) }, { isTTY: true });
    const { code, stderr } = await runCommand(['undo', 'some-plan'], {
      env: { SIGNALBOX_TOKEN: 'token' },
      stdin: silent,
      signal: stop.signal,
      fetch: () => Promise.resolve(Response.json(plan)),
      onError: (text) => text.endsWith('[y/N] ') && stop.abort(),
    });
    deepEqual([code, stderr.endsWith('signalbox: Interrupted.\n')], [exitCodes.error, true], stderr);
  });

  for (const entry of ['packages/cli/src/main.ts', 'services/standalone/src/main.ts'])
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      it(`ends ${entry} while it migrates, at ${signal}`, async () => {
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        const options = ['--export', join(folder, 'export.json'), '--to', url, '--token', 'token', '--report', join(folder, 'report')];
        const child = spawn(process.execPath, [join(root, entry), 'migrate', 'from-unleash', ...options, 'import']);
        let stderr = '';
        child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
        const exit = new Promise((resolve) => child.once('exit', resolve));
        await Promise.race([new Promise<void>((resolve) => (requested = resolve)), exit]);
        child.kill(signal);
        equal(await exit, exitCodes.error);
        match(stderr, /^Interrupted\.$/m);
      });
});
