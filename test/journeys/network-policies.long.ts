import { deepEqual, equal, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeUnless, eventually, newWorkspace, removeWorkspace, testEnvironment } from '@signalbox/testing';
import { surfaces } from '@signalbox/standalone/services';
import { root } from '../../tools/testing/root.ts';
import { journey } from './first-steps.ts';
import { buildManifests, cannotBuild, type Manifest } from '../deploy/manifests.ts';
import { allowedCalls, allowedOutside } from '../deploy/network.ts';
import type { Connection } from '../../tools/testing/note-connections.ts';
import { type Product, startProduct } from './product.ts';

/** A listener outside the cluster that never responds; only the connection matters. */
async function openOutside(): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => undefined).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
const portOf = (server: Server) => (server.address() as AddressInfo).port;

describe('the connections of the product on a journey', () => {
  let product: Product;
  let folder: string;
  let mail: Server;
  let provider: Server;
  const file = () => join(folder, 'connections');
  const preload = () => ({
    NODE_OPTIONS: `--import=${join(root, 'tools/testing/note-connections.ts')}`,
    RECORDED_CONNECTIONS: file(),
  });
  const recorded = () => readFileSync(file(), { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean);
  const connections = () => recorded().map((line) => JSON.parse(line) as Connection);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'connections-'));
    [mail, provider] = [await openOutside(), await openOutside()];
    const outside = {
      SMTP_URL: `smtp://127.0.0.1:${portOf(mail)}`,
      INTERNAL_ISSUERS: `127.0.0.1:${portOf(provider)}`,
      INTEGRATIONS_ALLOWED_NETWORKS: '127.0.0.0/8',
    };
    product = await startProduct({ ...preload(), ...outside });
    await journey(product);
    await signOn(product, portOf(provider));
    await sendTo(product, portOf(provider));
    await product.admin.post('/api/admin/user-admin', { email: 'someone@example.com', rootRole: 1, sendEmail: true });
    if (process.platform === 'linux' && testEnvironment.way === 'distributed')
      await eventually(() => connections().some(({ by, port }) => by === 'integrations' && port === portOf(provider)));
  });
  after(async () => {
    await product.close();
    mail.close();
    provider.close();
    await rm(folder, { recursive: true });
  });

  it('are all recorded, compared with those of the operating system', function () {
    if (process.platform !== 'linux') this.skip();
    const noted = new Set(connections().map(({ pid, port }) => `${pid} ${port}`));
    const known = [...product.pids().values()].flatMap((pid) => remotePortsOf(pid).map((port) => `${pid} ${port}`));
    ok(testEnvironment.way === 'standalone' || known.length > 0);
    deepEqual(
      known.filter((each) => !noted.has(each)),
      [],
    );
  });

  if (testEnvironment.way === 'standalone') {
    it('lead only outside in one process', () =>
      deepEqual(
        [...new Set(connections().map(({ port }) => port))].filter((port) => port !== portOf(mail) && port !== portOf(provider)),
        [],
      ));
    return;
  }

  /** Names and ports in a cluster of the listeners in this run. */
  const listeners = () => {
    const { mysqlUrl = '', amqpUrl = '', redisUrl = '' } = testEnvironment;
    const own = [...(product.processes?.services.values() ?? [])].map(({ name, port }) => [port, `${name}:4242`] as const);
    const at = (url: string, port: number) => Number(new URL(url).port || port);
    return new Map([
      ...own,
      [at(mysqlUrl, 3306), 'mysql:3306'],
      [at(amqpUrl, 5672), 'rabbitmq:5672'],
      [at(redisUrl, 6379), 'redis:6379'],
      [portOf(mail), '0.0.0.0/0:587'],
      [portOf(provider), '0.0.0.0/0:443'],
    ]);
  };
  const called = (made: readonly Connection[]) => {
    const names = listeners();
    return [...new Set(made.map(({ by, port }) => `${by} -> ${names.get(port) ?? `an unknown port ${port}`}`))].sort();
  };
  const allowed = (manifests: readonly Manifest[]) => [...allowedCalls(manifests), ...allowedOutside(manifests)].sort();
  /** False for name servers, which the operating system calls, and for alternative addresses of the same mail server and providers. */
  const isExpected = (call: string) => !/:53$|:465$|::\/0/.test(call);
  const missing = (calls: readonly string[], among: readonly string[]) => calls.filter((call) => !among.includes(call));

  describeUnless('the connections of the product in a cluster', cannotBuild, () => {
    let manifests: Manifest[];
    let calls: string[];
    before(async () => {
      manifests = ['deploy/overlays/small', 'deploy/migration'].flatMap(buildManifests);
      await runMigrations(preload());
      calls = called(connections());
    });

    it('are allowed by the policies', () => deepEqual(missing(calls, allowed(manifests)), []));

    it('are exactly those that the policies allow', () => deepEqual(missing(allowed(manifests).filter(isExpected), calls), []));

    it('are allowed by the policies: reports planted violations', () => {
      const planted: Connection[] = [
        { by: 'playground', pid: 1, port: product.processes?.services.get('audit')?.port ?? 0 },
        { by: 'gateway', pid: 1, port: Number(new URL(testEnvironment.mysqlUrl ?? '').port || 3306) },
        { by: 'audit', pid: 1, port: 1 },
      ];
      deepEqual(missing(called(planted), allowed(manifests)), [
        'audit -> an unknown port 1',
        'gateway -> mysql:3306',
        'playground -> audit:4242',
      ]);
    });

    it('are exactly those that the policies allow: reports planted violations', () => {
      const spec = { podSelector: {}, policyTypes: ['Ingress', 'Egress'], ingress: [{ from: [{ podSelector: {} }] }] };
      const egress = [{ to: [{ podSelector: {} }] }];
      const open: Manifest = {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'NetworkPolicy',
        metadata: { name: 'open' },
        spec: { ...spec, egress },
      };
      ok(missing(allowed([...manifests, open]), calls).includes('playground -> audit:4242'));
      const closed = manifests.filter(({ kind, metadata }) => kind !== 'NetworkPolicy' || metadata.name !== 'to-toggles');
      deepEqual(missing(calls, allowed(closed)), [
        'change-requests -> toggles:4242',
        'delivery -> toggles:4242',
        'playground -> toggles:4242',
      ]);
    });
  });
});

/** Makes identity contact a provider by starting a sign-on. */
async function signOn({ url, admin }: Product, port: number): Promise<void> {
  const oidc = { enabled: true, discoverUrl: `http://127.0.0.1:${port}/`, clientId: 'signalbox', secret: 'unknown to others' };
  const { status, body } = await admin.post('/api/admin/auth/oidc/settings', oidc);
  equal(status, 200, JSON.stringify(body));
  await fetch(`${url}/auth/oidc/login`, { redirect: 'manual' }).then((answer) => answer.arrayBuffer());
}

/** Makes integrations connect to a receiver by creating a user. */
async function sendTo({ admin }: Product, port: number): Promise<void> {
  const addon = { provider: 'webhook', enabled: true, events: ['user-created'], parameters: { url: `http://127.0.0.1:${port}/` } };
  equal((await admin.post('/api/admin/addons', addon)).status, 201);
}

/** Runs the Job of a roll-out, on separate schemas. */
async function runMigrations(preloaded: Readonly<Record<string, string>>): Promise<void> {
  const workspace = await newWorkspace(surfaces);
  const own = { DATABASE_URL: testEnvironment.mysqlUrl, DATABASE_PREFIX: workspace.prefix, DATA_DIR: workspace.dataDir };
  const script = join(root, 'services/standalone/src/main.ts');
  await promisify(execFile)(process.execPath, [script, 'migrate'], { env: { ...process.env, ...preloaded, ...own } });
  await removeWorkspace(workspace);
}

/** Remote ports of the process's outgoing connections, according to the kernel. */
function remotePortsOf(pid: number): number[] {
  const folder = `/proc/${pid}/fd`;
  const links = readdirSync(folder).flatMap((name) => linkOf(join(folder, name)));
  const inodes = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
  const port = (address = '') => Number.parseInt(address.split(':').at(-1) ?? '', 16);
  const sockets = ['tcp', 'tcp6']
    .flatMap((table) => readFileSync(`/proc/${pid}/net/${table}`, 'utf8').trim().split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .map(([, local, remote, state, , , , , , inode]) => ({ local: port(local), remote: port(remote), state, inode: inode ?? '' }))
    .filter(({ inode }) => inodes.has(inode));
  const [listening, established] = ['0A', '01'];
  const own = new Set(sockets.filter(({ state }) => state === listening).map(({ local }) => local));
  return sockets.filter(({ state, local }) => state === established && !own.has(local)).map(({ remote }) => remote);
}

/** The descriptor may have been closed meanwhile. */
function linkOf(path: string): string[] {
  try {
    return [readlinkSync(path)];
  } catch {
    return [];
  }
}
