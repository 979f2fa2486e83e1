import { deepEqual, equal, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBus } from '@signalbox/bus';
import { loadServices, surfaces } from '@signalbox/standalone/services';
import { eventually, testEnvironment } from '@signalbox/testing';
import { findFreePort, isInstalled, type PrivateServer, startPrivateRabbit } from '@signalbox/testing/servers';
import { brokerDefinitions } from '../../deploy/servers/rights.ts';
import { root } from '../../tools/testing/root.ts';

if (testEnvironment.way === 'distributed' && isInstalled('rabbit')) {
  describe("the documented calls of RabbitMQ's management API", () => {
    let broker: PrivateServer;
    let api: string;
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-definitions-'));
    before(async () => {
      const managementPort = await findFreePort();
      broker = await startPrivateRabbit({ managementPort });
      api = `http://127.0.0.1:${managementPort}/api`;
      await eventually(async () => (await get('overview')).status === 200);
    });
    after(async () => {
      await broker?.close();
      rmSync(folder, { recursive: true });
    });

    const get = (path: string) => fetch(`${api}/${path}`, { headers: { authorization: `Basic ${btoa('guest:guest')}` } });
    const run = (page: string, part: string) => {
      const command = readFileSync(join(root, page), 'utf8')
        .split('\n')
        .find((line) => line.includes('$RABBITMQ_API') && line.includes(part));
      const variables = [`RABBITMQ_ADMIN=guest:guest`, `RABBITMQ_API=${api}`];
      return execFileSync('env', [...variables, 'sh', '-ec', command ?? 'exit 9'], { cwd: folder, encoding: 'utf8' });
    };

    it('create a user for each service, who can log in', async () => {
      const options = { services: await loadServices(), prefix: '', passwordOf: (name: string) => `of-${name}` };
      writeFileSync(join(folder, 'rights.json'), brokerDefinitions(options, '/'));
      equal(run('docs/hardening.md', '@rights.json'), '');
      const users = (await (await get('users')).json()) as { name: string }[];
      deepEqual(users.map(({ name }) => name).sort(), ['guest', ...surfaces.map(({ name }) => name)].sort());
      const bus = await openBus([broker.url.replace('guest:guest', 'toggles:of-toggles')], { prefix: '' });
      equal(bus.connected, true);
      await bus.close();
    });

    it('delete a queue', async () => {
      const bus = await openBus([broker.url], { prefix: '' });
      await bus.declare([{ kind: 'shared', queue: 'audit', bindings: [] }]);
      await bus.close();
      ok((await get('queues/%2F/audit')).ok);
      run('docs/operate.md', 'DELETE');
      equal((await get('queues/%2F/audit')).status, 404);
    });
  });
}
