import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { exchanges } from '@signalbox/contracts';
import { loadServices, surfaces } from '@signalbox/standalone/services';
import {
  eventually,
  newWorkspace,
  openClient,
  removeWorkspace,
  runStatements,
  startLimitMs,
  testEnvironment,
  type Workspace,
} from '@signalbox/testing';
import { findFreePort, isInstalled, type PrivateServer, startPrivateRabbit } from '@signalbox/testing/servers';
import { openBus } from '@signalbox/bus';
import { openStore } from '@signalbox/store';
import { Agent } from 'undici';
import { brokerDefinitions, mysqlRights, type RightsOptions } from '../../deploy/servers/rights.ts';
import { type Processes, startProcesses } from '../../tools/distributed/processes.ts';

const secret = () => randomBytes(28).toString('hex');

if (testEnvironment.way === 'distributed') {
  describe('the product with least-privilege users', () => {
    const tokens = { admin: `*:*.${secret()}`, client: `default:development.${secret()}` };
    const agent = new Agent();
    let workspace: Workspace;
    let broker: PrivateServer;
    let processes: Processes;
    let options: RightsOptions | undefined;
    const passwords = new Map(surfaces.map(({ name }) => [name, secret()]));

    const urlOf = (server: string | undefined, service: string) => {
      const url = new URL(server ?? '');
      url.username = `${workspace.prefix}${service}`;
      url.password = passwords.get(service) ?? '';
      return url.href;
    };

    before(async function () {
      if (!isInstalled('rabbit')) this.skip();
      const managementPort = await findFreePort();
      broker = await startPrivateRabbit({ managementPort });
      workspace = await newWorkspace(surfaces);
      options = { services: await loadServices(), prefix: workspace.prefix, passwordOf: (name) => passwords.get(name) ?? '' };
      await runStatements(testEnvironment.mysqlUrl ?? '', mysqlRights(options));
      await importDefinitions(managementPort, brokerDefinitions(options, '/'));
      processes = await startProcesses({
        port: 0,
        main: testEnvironment.entry,
        environment: {
          HOST: '127.0.0.1',
          CACHE_URL: testEnvironment.redisUrl ?? '',
          DATA_DIR: workspace.dataDir,
          DATABASE_PREFIX: workspace.prefix,
          BUS_PREFIX: workspace.prefix,
          CACHE_PREFIX: workspace.prefix,
          INTERNAL_SECRET: secret(),
          LOG_LEVEL: testEnvironment.logLevel,
          INIT_ADMIN_API_TOKENS: tokens.admin,
          INIT_CLIENT_API_TOKENS: tokens.client,
        },
        environmentOf: (name) => ({ DATABASE_URL: urlOf(testEnvironment.mysqlUrl, name), BUS_URL: urlOf(broker.url, name) }),
      });
      await processes.whenReady(startLimitMs);
    });
    after(async () => {
      await agent.destroy();
      await processes?.close();
      await broker?.close();
      if (options === undefined) return;
      const users = options.services.map(({ name }) => `drop user if exists '${workspace.prefix}${name}'@'%'`);
      await runStatements(testEnvironment.mysqlUrl ?? '', users);
      await removeWorkspace(workspace);
    });

    it('delivers a change to an application and to the event log', async () => {
      const admin = openClient(processes.url, agent, () => ({ authorization: tokens.admin }));
      const application = openClient(processes.url, agent, () => ({ authorization: tokens.client }));
      equal((await admin.post('/api/admin/projects/default/features', { name: 'guarded' })).status, 201);
      await eventually(async () => {
        const { body } = await application.get('/api/client/features');
        deepEqual(
          body.features.map(({ name }: { name: string }) => name),
          ['guarded'],
        );
      });
      const usage = {
        appName: 'shop',
        instanceId: 'one',
        bucket: { start: new Date(), stop: new Date(), toggles: { guarded: { yes: 3, no: 0 } } },
      };
      equal((await application.post('/api/client/metrics', usage)).status, 202);
      await eventually(async () => {
        const { body } = await admin.get('/api/admin/events');
        ok(body.events.some(({ type }: { type: string }) => type === 'feature-created'));
        const { body: counted } = await admin.get('/api/admin/client-metrics/features/guarded/raw');
        equal(counted.data[0]?.yes, 3);
      });
    });

    it("gives no service access to another service's schema", async () => {
      const identity = urlOf(testEnvironment.mysqlUrl, 'identity');
      await runStatements(identity, [`select 1 from \`${workspace.prefix}identity\`.counter`]);
      for (const other of ['toggles', 'audit'])
        await rejects(runStatements(identity, [`select 1 from \`${workspace.prefix}${other}\`.counter`]), /denied/);
      await rejects(runStatements(identity, [`create database \`${workspace.prefix}other\``]), /denied/);
      await rejects(runStatements(identity, ['select 1 from mysql.user']), /denied/);
      const store = { service: 'audit', prefix: workspace.prefix, dataDir: '' };
      await rejects(openStore(identity, store, { entities: [], migrations: [] }), /denied/);
    });

    it("gives no service access to another service's queue, its name, or foreign exchanges", async () => {
      const bus = await openBus([urlOf(broker.url, 'toggles')], { prefix: workspace.prefix, report: () => undefined });
      const say = (key: string) => bus.publish([{ id: secret(), exchange: exchanges.state, key, body: '{}' }]);
      const refusals = [
        await refusalOf(bus.declare([{ kind: 'shared', queue: 'toggles', bindings: [{ exchange: 'foreign', pattern: '#' }] }])),
        await refusalOf(bus.declare([{ kind: 'shared', queue: 'spy', bindings: [{ exchange: exchanges.events, pattern: '#' }] }])),
        await refusalOf(bus.subscribe({ kind: 'shared', queue: 'audit', bindings: [] }, async () => undefined)),
      ];
      await eventually(() => say('toggles.spoken'));
      match(await refusalOf(say('identity.spoken')), /publishing failed after 0/);
      await eventually(() => say('toggles.spoken'));
      await bus.close();
      for (const refusal of refusals) match(refusal, /ACCESS_REFUSED/);
    });
  });
}

/** Imports users and their rights with the broker's management API, which accepts them as an operator would send them. */
async function importDefinitions(port: number, definitions: string): Promise<void> {
  const authorization = `Basic ${Buffer.from('guest:guest').toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const answer = await eventually(() => fetch(`http://127.0.0.1:${port}/api/definitions`, { method: 'POST', headers, body: definitions }));
  equal(answer.status, 204, await answer.text());
}

/** Error for missing rights. */
const refusalOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'it was allowed',
    (error: Error) => `${error.message} ${String((error.cause as Error | undefined)?.message ?? '')}`,
  );
