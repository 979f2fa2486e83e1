import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { surfaces } from '@signalbox/standalone/services';
import { type Client, eventually, newWorkspace, openClient, removeWorkspace, testEnvironment, type Workspace } from '@signalbox/testing';
import { Agent } from 'undici';
import { findFreePort } from '@signalbox/testing/servers';
import { addressesOf, type ServiceProcess, serviceProcess } from '../../tools/distributed/processes.ts';
import { type Balancer, openBalancer } from './balancer.ts';

/** Number of processes of each service, in start order: services that others call come first. */
export const replicaCounts = {
  identity: 2,
  toggles: 3,
  delivery: 3,
  playground: 2,
  audit: 2,
  integrations: 2,
  'change-requests': 2,
  gateway: 2,
} as const;
export type ServiceName = keyof typeof replicaCounts;
export const serviceNames = Object.keys(replicaCounts) as ServiceName[];

export interface Replica extends ServiceProcess {
  readonly label: string;
}

/** The product as in a cluster: several processes of each service, each service behind a balancer. */
export interface Cluster {
  readonly workspace: Workspace;
  readonly url: string;
  readonly password: string;
  readonly tokens: { readonly admin: string; readonly client: string; readonly frontend: string };
  readonly balancers: Readonly<Record<ServiceName, Balancer>>;
  readonly replicas: Readonly<Record<ServiceName, readonly Replica[]>>;
  /** A client with these headers at this URL (default: the gateways). */
  readonly as: (headers: Record<string, string>, url?: string) => Client;
  /** Restarts a process with additional variables, and adds it to the balancer once it is ready. */
  readonly restart: (replica: Replica, variables?: Readonly<Record<string, string>>) => Promise<void>;
  close(): Promise<void>;
}

const readyLimitMs = 300_000;
const secret = () => randomBytes(28).toString('hex');

/** Starts the given number of processes of each service from the file `main`, on the servers of this run. Resolves when all are ready. */
export async function startCluster(
  counts: Readonly<Record<ServiceName, number>> = replicaCounts,
  settings: Readonly<Record<string, string>> = {},
  main?: string,
): Promise<Cluster> {
  const workspace = await newWorkspace(surfaces);
  const tokens = { admin: `*:*.${secret()}`, client: `default:development.${secret()}`, frontend: `default:development.${secret()}` };
  const password = 'a hundred miles of track';
  const balancers = await forEachService(() => openBalancer());
  const environment = { ...environmentOf(workspace, balancers), ...initial(tokens, password), ...settings };
  const replicas = await forEachService((name) => makeReplicas(name, counts[name], workspace, environment, main));
  const agent = new Agent();
  for (const name of serviceNames) for (const replica of replicas[name]) replica.start();
  const join = async (replica: Replica) => {
    await eventually(() => isReady(replica), readyLimitMs).catch((cause: unknown) => {
      throw new Error(`${replica.label} is not ready after ${readyLimitMs / 1000} s`, { cause });
    });
    balancers[replica.name as ServiceName].add(replica.port);
  };
  // Services behind the gateway are ready on their own; a gateway is ready when it reaches them.
  await Promise.all(serviceNames.flatMap((name) => replicas[name].map(join)));
  return {
    workspace,
    url: balancers.gateway.url,
    password,
    tokens,
    balancers,
    replicas,
    as: (headers, url = balancers.gateway.url) => openClient(url, agent, () => headers),
    async restart(replica, variables) {
      replica.start(variables);
      await join(replica);
    },
    async close() {
      await agent.destroy();
      await Promise.all([...serviceNames].reverse().flatMap((name) => replicas[name].map((replica) => replica.stop())));
      await Promise.all(serviceNames.map((name) => balancers[name].close()));
      await removeWorkspace(workspace);
    },
  };
}

async function forEachService<T>(make: (name: ServiceName) => Promise<T>): Promise<Record<ServiceName, T>> {
  const made = await Promise.all(serviceNames.map(async (name) => [name, await make(name)] as const));
  return Object.fromEntries(made) as Record<ServiceName, T>;
}

function environmentOf({ dataDir, prefix }: Workspace, balancers: Readonly<Record<ServiceName, Balancer>>): Record<string, string> {
  const { mysqlUrl = '', amqpUrl = '', redisUrl = '', logLevel } = testEnvironment;
  const servers = { DATABASE_URL: mysqlUrl, BUS_URL: amqpUrl, CACHE_URL: redisUrl };
  const prefixes = { DATABASE_PREFIX: prefix, BUS_PREFIX: prefix, CACHE_PREFIX: prefix };
  const addresses = addressesOf(new Map(serviceNames.map((name) => [name, Number(new URL(balancers[name].url).port)])));
  const own = { DATA_DIR: dataDir, INTERNAL_SECRET: secret(), LOG_LEVEL: logLevel, HOST: '127.0.0.1', SDK_REQUESTS_PER_MINUTE: '1000000' };
  return { ...servers, ...prefixes, ...own, ...addresses };
}

const initial = (tokens: Cluster['tokens'], password: string): Record<string, string> => ({
  INIT_ADMIN_PASSWORD: password,
  INIT_ADMIN_API_TOKENS: tokens.admin,
  INIT_CLIENT_API_TOKENS: tokens.client,
  INIT_FRONTEND_API_TOKENS: tokens.frontend,
});

/** Each process has its own folder, like a container. */
function makeReplicas(
  name: ServiceName,
  count: number,
  { dataDir }: Workspace,
  environment: Record<string, string>,
  main?: string,
): Promise<Replica[]> {
  const labels = Array.from({ length: count }, (_, index) => `${name}-${index + 1}`);
  return Promise.all(
    labels.map(async (label) => {
      const folder = join(dataDir, label);
      mkdirSync(folder);
      const made = serviceProcess(name, await findFreePort(), { ...environment, DATA_DIR: folder }, main === undefined ? {} : { main });
      return Object.assign(made, { label });
    }),
  );
}

async function isReady({ port }: Replica): Promise<boolean> {
  const headers = { connection: 'close' };
  const answer = await fetch(`http://127.0.0.1:${port}/ready`, { headers, signal: AbortSignal.timeout(3000) });
  await answer.arrayBuffer();
  return answer.ok;
}
