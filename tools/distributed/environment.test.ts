import { deepEqual, equal } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findEnvironment } from './environment.ts';
import { urlOfGateway } from './processes.ts';

describe('services in processes of their own', () => {
  it('give the gateway the address that HOST names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'environment-'));
    const given = { DATA_DIR: folder, DATABASE_URL: 'mysql://db', BUS_URL: 'amqp://bus', CACHE_URL: 'redis://cache', HOST: '192.0.2.7' };
    const { environment, servers } = await findEnvironment(given, () => undefined);
    await servers.close();
    await rm(folder, { recursive: true });
    equal(environment['HOST'], '192.0.2.7');
  });

  it('reach the gateway at the address that it listens on', () => {
    deepEqual(
      ['', '0.0.0.0', '::', '::1', '192.0.2.7'].map((host) => urlOfGateway(host, 4242)),
      ['http://127.0.0.1:4242', 'http://127.0.0.1:4242', 'http://127.0.0.1:4242', 'http://[::1]:4242', 'http://192.0.2.7:4242'],
    );
  });
});
