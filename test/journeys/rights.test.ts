import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exchanges } from '@signalbox/contracts';
import type { Service } from '@signalbox/kit';
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
import { openBus } from '@signalbox/bus';
import { openStore } from '@signalbox/store';
import { Agent } from 'undici';
import { brokerDefinitions, brokerRights, mysqlRights, type RightsOptions } from '../../deploy/servers/rights.ts';
import { type Processes, startProcesses } from '../../tools/distributed/processes.ts';

const secret = () => randomBytes(28).toString('hex');

describe('the rights of MySQL and RabbitMQ users', () => {
  let services: readonly Service[];
  before(async () => {
    services = await loadServices();
  });

  it('include a separate schema for each service with data', () => {
    const statements = mysqlRights({ services, prefix: 'signalbox_', passwordOf: () => 'x' });
    deepEqual(
      statements
        .filter((statement) => statement.startsWith('grant'))
        .map((statement) => /on `(.*)`\.\* to '(.*)'@/.exec(statement)?.slice(1)),
      ['identity', 'toggles', 'change-requests', 'audit', 'integrations'].map((name) => [
        `signalbox\\_${name.replace('-', '\\_')}`,
        `signalbox_${name}`,
      ]),
    );
  });

  it("allow no service to read another service's queue or to publish in its name", () => {
    const rights = brokerRights({ services, prefix: '', passwordOf: () => '' });
    for (const { queues = [], name } of surfaces)
      for (const { queue } of queues)
        deepEqual(
          rights.filter(({ read }) => new RegExp(read).test(queue)).map(({ user }) => user),
          [name],
        );
    const publishers = rights.filter(({ write }) => new RegExp(write).test(exchanges.events));
    deepEqual(
      publishers.map(({ user, keys }) => [user, keys[exchanges.events]]),
      ['identity', 'toggles', 'change-requests', 'audit', 'integrations'].map((name) => [name, `^${name}\\.`]),
    );
  });
});

if (testEnvironment.way === 'distributed') {
  describe('the product with least-privilege users', () => {
    const tokens = { admin: `*:*.${secret()}`, client: `default:development.${secret()}` };
    const agent = new Agent();
    let workspace: Workspace;
    let processes: Processes;
    let options: RightsOptions;
    const passwords = new Map(surfaces.map(({ name }) => [name, secret()]));

    const urlOf = (server: string | undefined, service: string) => {
      const url = new URL(server ?? '');
      url.username = `${workspace.prefix}${service}`;
      url.password = passwords.get(service) ?? '';
      return url.href;
    };

    before(async function () {
      if (!isControlled()) this.skip(); // Impossible with a broker on another machine, or a private one.
      workspace = await newWorkspace(surfaces);
      options = { services: await loadServices(), prefix: workspace.prefix, passwordOf: (name) => passwords.get(name) ?? '' };
      await runStatements(testEnvironment.mysqlUrl ?? '', mysqlRights(options));
      const definitions = join(workspace.dataDir, 'rights.json');
      writeFileSync(definitions, brokerDefinitions(options, vhost()), { mode: 0o644 });
      chmodSync(workspace.dataDir, 0o755); // RabbitMQ's tool runs as another user.
      rabbitControl('import_definitions', definitions);
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
        environmentOf: (name) => ({ DATABASE_URL: urlOf(testEnvironment.mysqlUrl, name), BUS_URL: urlOf(testEnvironment.amqpUrl, name) }),
      });
      await processes.whenReady(startLimitMs);
    });
    after(async () => {
      await agent.destroy();
      if (!isControlled()) return;
      await processes?.close();
      const names = surfaces.map(({ name }) => `<<"${workspace.prefix}${name}">>`).join(', ');
      rabbitControl('eval', `[rabbit_auth_backend_internal:delete_user(User, <<"test">>) || User <- [${names}]].`);
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
      const bus = await openBus([urlOf(testEnvironment.amqpUrl, 'toggles')], { prefix: workspace.prefix, report: () => undefined });
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

const vhost = () => decodeURIComponent(new URL(testEnvironment.amqpUrl ?? '').pathname.slice(1)) || '/';

/** True if RabbitMQ's own tool reaches the broker of this run. */
function isControlled(): boolean {
  const { stdout } = spawnSync('rabbitmqctl', ['-q', 'list_vhosts'], { encoding: 'utf8', timeout: 30_000 });
  return (stdout ?? '').split('\n').includes(vhost());
}

/** Error for missing rights. */
const refusalOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'it was allowed',
    (error: Error) => `${error.message} ${String((error.cause as Error | undefined)?.message ?? '')}`,
  );

function rabbitControl(...args: string[]): void {
  const { status, stderr } = spawnSync('rabbitmqctl', ['-q', ...args], { encoding: 'utf8', timeout: 30_000 });
  equal(status, 0, stderr);
}
