import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bus, openMemoryBus } from '@signalbox/bus';
import { authenticate, type Envelope, exchanges, type Principal, principalHeader, stateKeys } from '@signalbox/contracts';
import { type Effects, type Host, listen, openHost } from '@signalbox/host';
import { type Listener, type Notice, pathOf, prefixFinder, readSettings, type Service, type Settings, type Surface } from '@signalbox/kit';
import { readCounter, readOutbox, type Store } from '@signalbox/store';
import { Agent } from 'undici';
import { type Client, clientAs, openClient } from './client.ts';
import { checkedRoutes } from './checked-routes.ts';
import { longDeadlines, testEnvironment } from './environment.ts';
import { deleteQueues, dropSchemas } from './clean-up.ts';
import { eventually } from './eventually.ts';
import { nextRandom } from './seed.ts';
import { recordStatements } from './recorded-statements.ts';
import { leaveSchemas, takeSchemas } from './left-schemas.ts';
import { countedListener } from './statements.ts';
import { identityQueue, openTestUsers, type TestUsers } from './test-users.ts';

/** Options for starting an app. */
export interface StartOptions {
  /** Further settings by their environment names. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Replacements for the machine's clock, randomness and ids. */
  readonly effects?: Partial<Effects>;
  /** Receives the notices for the operator. */
  readonly notify?: (notice: Notice) => void;
  /** All services of the product (default: the started ones). */
  readonly surfaces?: readonly Surface[];
  /** True if a service of the list provides identity, so that no stand-in is started. */
  readonly ownIdentity?: boolean;
  /** True to run the services' jobs, whose effects a test that does not ask for them would not expect. */
  readonly jobs?: boolean;
  /** Reuses the data of an earlier app: its `workspace`. */
  readonly workspace?: Workspace;
}

/** Location of an app's data, so that another one can be started on it. */
export interface Workspace {
  readonly dataDir: string;
  readonly prefix: string;
  /** Prefix of its schemas, if another app has left them. Absent: `prefix`. */
  readonly schemaPrefix?: string;
  /** Durable queues that apps have declared, because a broker cannot list them. */
  readonly queues: string[];
}

/** Services started for a test, on the servers of this test run. */
export interface TestApp {
  readonly url: string;
  readonly host: Host;
  readonly users: TestUsers;
  readonly workspace: Workspace;
  /** Calls the services as a principal. Each path goes directly to its service, unless the first service is the gateway. */
  as(principal: Principal | null): Client;
  /** `as`, with these headers. */
  with(headers: Record<string, string>): Client;
  /** `as`, with a credential that identity exchanges before each call, as for the gateway. */
  holding(kind: 'session' | 'token', secret: string): Client;
  readonly store: (service: string) => Store;
  /** All events that the service has emitted so far, in order. */
  events(service: string): Promise<Envelope[]>;
  /** Events that the service emits while `work` runs. */
  eventsOf(service: string, work: () => Promise<unknown>): Promise<Envelope['data'][]>;
  close(options?: { keepData?: boolean }): Promise<void>;
}

/** The URLs of this test run, with names of this app. */
export function settingsOf(
  workspace: Workspace,
  further: Readonly<Record<string, string>> = {},
  surfaces: readonly Surface[] = [],
): Settings {
  const { way, mysqlUrl, amqpUrl, redisUrl } = testEnvironment;
  const servers: Record<string, string> =
    way === 'standalone' ? {} : { DATABASE_URL: mysqlUrl ?? '', BUS_URL: amqpUrl ?? '', CACHE_URL: redisUrl ?? '' };
  const values = {
    DATA_DIR: workspace.dataDir,
    DATABASE_PREFIX: workspace.schemaPrefix ?? workspace.prefix,
    BUS_PREFIX: workspace.prefix,
    CACHE_PREFIX: workspace.prefix,
    LOG_LEVEL: testEnvironment.logLevel,
    ...longDeadlines,
    INTERNAL_SECRET: 'test-secret-that-is-long-enough-for-hs256',
    ...servers,
    ...further,
  };
  return readSettings(values, surfaces);
}

/**
 * A new folder and a unique prefix. The folder's name contains the prefix, so that leftovers can be found. Processes that a test starts
 * itself declare the queues of `surfaces`.
 */
export async function newWorkspace(surfaces: readonly Surface[] = []): Promise<Workspace> {
  const prefix = `${testEnvironment.prefix}${randomBytes(3).toString('hex')}-`;
  const dataDir = join(tmpdir(), `${prefix}data`);
  await mkdir(dataDir);
  return { dataDir, prefix, queues: queuesOf(surfaces) };
}

const queuesOf = (surfaces: readonly Surface[]): string[] => surfaces.flatMap(({ queues = [] }) => queues.map(({ queue }) => queue));

/** Apps with their own data or database do not share schemas. */
const sharesSchemas = ({ workspace, settings }: StartOptions): boolean =>
  testEnvironment.mysqlUrl !== undefined && testEnvironment.way === 'distributed' && !workspace && !settings?.['DATABASE_URL'];

async function workspaceFor(services: readonly Service[], options: StartOptions): Promise<Workspace> {
  const workspace = await newWorkspace();
  const schemaPrefix = sharesSchemas(options) ? await takeSchemas(services, testEnvironment.mysqlUrl ?? '') : undefined;
  return schemaPrefix === undefined ? workspace : { ...workspace, schemaPrefix };
}

/** Starts services in this process, on SQLite and memory or on servers, depending on the test run. The first one listens. */
export async function start(services: readonly Service[], options: StartOptions = {}): Promise<TestApp> {
  const users = openTestUsers((version) => publishAccess(host, users, version));
  const all = options.ownIdentity ? services : [...services, users.service];
  const workspace = options.workspace ?? (await workspaceFor(all, options));
  const surfaces = options.surfaces ?? all.map(({ surface }) => surface);
  const settings = settingsOf(workspace, options.settings, surfaces);
  workspace.queues.push(...queuesOf(surfaces));
  const bus = settings.busUrls[0] === 'memory:' ? { bus: openMemoryBus({ repeatDeliveries: 0.1, random: nextRandom() }) } : {};
  const { effects = {}, notify = () => undefined, jobs: runsJobs = false } = options;
  const instrument = { ...checkedRoutes, runsJobs };
  const host = await openHost(all, { settings, surfaces, effects, notify, instrument, ...bus });
  for (const [service, opened] of host.stores) recordStatements(service, opened);
  if (!options.ownIdentity)
    await host.bus.subscribe(identityQueue, async (messages) => {
      const failed = (error: unknown) => host.log.error({ err: error }, 'a change of access was not published');
      for (const { body } of messages) users.handleEvent(JSON.parse(body)).catch(failed);
    });
  if (settings.busUrls[0] === 'memory:') await emptyOtherQueues(host.bus, all, surfaces, options.ownIdentity ? [] : [identityQueue.queue]);
  const listening = await listen(countedListener(byPath(host, services)), 0, '127.0.0.1');
  const url = `http://127.0.0.1:${listening.port}`;
  const agent = new Agent();
  const store = (service: string) => {
    const found = host.stores.get(service);
    if (!found) throw new Error(`${service} has no database here`);
    return found;
  };
  const events = (service: string) => readEvents(store(service));
  return {
    url,
    host,
    users: users,
    workspace,
    as: (principal) => clientAs(url, agent, principal, options.effects?.now),
    with: (headers) => openClient(url, agent, () => headers),
    holding: (kind, secret) =>
      openClient(url, agent, async (): Promise<Record<string, string>> => {
        const { principal } = await host.ask(authenticate, { kind, secret });
        return principal ? { [principalHeader]: principal } : {};
      }),
    store,
    events,
    async eventsOf(service, work) {
      const { message } = await readCounter(store(service).reader());
      await work();
      return (await readEvents(store(service), message)).map(({ data }) => data);
    },
    async close({ keepData = false } = {}) {
      await agent.destroy();
      await listening.drain();
      const schemas = [...host.stores.values()].map(({ location }) => location);
      await host.close();
      if (keepData) return;
      if (!sharesSchemas(options)) return removeWorkspace(workspace);
      leaveSchemas(all, { prefix: settings.databasePrefix, schemas });
      await removeFiles(workspace);
      await removeQueues(workspace);
    },
  };
}

/** Publishes a new version of the access state. Resolves when the services have it, or when they end. */
async function publishAccess({ bus, access, stop }: Host, users: TestUsers, version: number): Promise<void> {
  const body = JSON.stringify({ version, users: [], credentials: [] });
  const message = { id: randomUUID(), exchange: exchanges.state, key: stateKeys.access, body };
  // The services may be up before the broker is connected.
  await eventually(async () => {
    if (!stop.aborted) await bus.publish([message]);
  });
  await access.follower.reach(version);
  if (!stop.aborted) await users.tokensArrived(version);
}

/** Routes each path to its service, and others to the first one, unless the first one is the gateway. */
function byPath({ listeners }: Host, services: readonly Service[]): Listener {
  const [first] = services;
  const otherwise = listeners.get(first?.name ?? '');
  if (!first || !otherwise) throw new Error('start needs a service');
  if (first.surface.isPublic) return otherwise;
  const find = prefixFinder(services.map(({ surface }) => surface));
  return (request, response) => (listeners.get(find(pathOf(request))?.service ?? '') ?? otherwise)(request, response);
}

/** In a single process a message is confirmed once every durable queue has handled it, including those of absent services. */
async function emptyOtherQueues(
  bus: Bus,
  services: readonly Service[],
  surfaces: readonly Surface[],
  readHere: readonly string[],
): Promise<void> {
  const read = new Set([
    ...readHere,
    ...services.flatMap(({ consumers = [], counts = [] }) => [...consumers, ...counts].map(({ queue }) => queue)),
  ]);
  for (const queue of surfaces.flatMap(({ queues = [] }) => queues))
    if (!read.has(queue.queue)) await bus.subscribe(queue, async () => undefined);
}

/** Deletes the data of a workspace: its folder, its schemas and its queues. */
export async function removeWorkspace(workspace: Workspace): Promise<void> {
  await removeFiles(workspace);
  const { way, mysqlUrl } = testEnvironment;
  if (way === 'standalone') return;
  if (mysqlUrl) await dropSchemas(mysqlUrl, workspace.schemaPrefix ?? workspace.prefix);
  await removeQueues(workspace);
}

const removeFiles = ({ dataDir }: Workspace) => rm(dataDir, { recursive: true, force: true });

async function removeQueues({ prefix, queues }: Workspace): Promise<void> {
  const { way, amqpUrl } = testEnvironment;
  if (way === 'distributed' && amqpUrl) await deleteQueues(amqpUrl, prefix, queues);
}

const plenty = 100_000;

async function readEvents(store: Store, after = 0): Promise<Envelope[]> {
  const messages = await readOutbox(store.reader(), after, plenty);
  return messages.filter(({ exchange }) => exchange === 'signalbox.events').map(({ body }) => JSON.parse(body) as Envelope);
}
