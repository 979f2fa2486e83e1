import { deepEqual, match, notEqual } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../packages/testing/src/eventually.ts';
import { findEnvironment } from './environment.ts';
import { serviceProcess, urlOfGateway } from './processes.ts';

describe('services in separate processes', () => {
  it('listen on the loopback interface, except for the gateway, which listens on HOST', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'environment-'));
    const given = { DATA_DIR: folder, DATABASE_URL: 'mysql://db', BUS_URL: 'amqp://bus', CACHE_URL: 'redis://cache', HOST: '192.0.2.7' };
    const { environment, servers } = await findEnvironment(given, () => undefined);
    await servers.close();
    const main = join(folder, 'main.ts');
    await writeFile(main, 'console.log(`${process.argv[2]} on ${process.env.HOST}`);');
    const processes = ['gateway', 'toggles'].map((name) => serviceProcess(name, 1, environment, { main }));
    for (const each of processes) each.start();
    await eventually(() =>
      deepEqual(
        processes.map(({ output }) => output),
        ['gateway on 192.0.2.7\n', 'toggles on 127.0.0.1\n'],
      ),
    );
    await rm(folder, { recursive: true });
  });

  it('share keys that the first start creates and later starts reuse', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'environment-'));
    const given = { DATA_DIR: folder, DATABASE_URL: 'mysql://db', BUS_URL: 'amqp://bus', CACHE_URL: 'redis://cache' };
    const keysOf = async (more: Record<string, string> = {}) => {
      const { environment, servers } = await findEnvironment({ ...given, ...more }, () => undefined);
      await servers.close();
      return [environment['ENCRYPTION_KEY'], environment['INTERNAL_SECRET']];
    };
    const [first, second] = [await keysOf(), await keysOf()];
    deepEqual(first, second);
    for (const key of first) match(key ?? '', /^[0-9a-f]{64}$/);
    notEqual(first[0], first[1]);
    deepEqual(await keysOf({ ENCRYPTION_KEY: 'new,old' }), ['new,old', first[1]]);
    await rm(folder, { recursive: true });
  });

  it('reach the gateway at its listening address', () => {
    deepEqual(
      ['', '0.0.0.0', '::', '::1', '192.0.2.7'].map((host) => urlOfGateway(host, 4242)),
      ['http://127.0.0.1:4242', 'http://127.0.0.1:4242', 'http://127.0.0.1:4242', 'http://[::1]:4242', 'http://192.0.2.7:4242'],
    );
  });
});
