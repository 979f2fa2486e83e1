import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { findExecutable } from './servers/executables.ts';
import { findFreePort } from './servers/free-port.ts';
import { type PrivateServer, startPrivate } from './servers/private-server.ts';
import { type RedisArguments, redisRecipe } from './servers/recipes.ts';

/** Redis servers that replace a failed primary themselves. */
export interface RedisGroup {
  /** URLs of all servers that clients connect to first. */
  readonly urls: readonly string[];
  /** A server that is a primary at first. */
  readonly primary: PrivateServer;
  close(): Promise<void>;
}

const startLimitMs = 30_000;
/** Synchronizes replicas at once. By default, primaries wait five seconds for further replicas. */
const atOnce = ['--repl-diskless-sync-delay', '0'];
/** Time after which the others consider a silent server down. */
const downAfterMs = 500;

/** Starts a primary, a replica, and three sentinels that watch them under the name `main`, in about three seconds. */
export async function startSentinels(): Promise<RedisGroup> {
  const servers: PrivateServer[] = [];
  const close = closerOf(servers);
  try {
    const primary = await started(servers, () => atOnce);
    await started(servers, () => ['--replicaof', '127.0.0.1', portOf(primary)]);
    const sentinels: PrivateServer[] = [];
    for (let index = 0; index < 3; index += 1) sentinels.push(await started(servers, (folder) => sentinelArguments(folder, primary)));
    await eventually(() => sentinels.every(knowsAll), startLimitMs);
    return { urls: sentinels.map((sentinel) => `redis-sentinel://${hostOf(sentinel)}/main`), primary, close };
  } catch (failure) {
    await close();
    throw failure;
  }
}

/** A sentinel saves its state in its configuration file. */
function sentinelArguments(folder: string, primary: PrivateServer): string[] {
  const file = join(folder, 'sentinel.conf');
  const lines = [
    `sentinel monitor main 127.0.0.1 ${portOf(primary)} 2`,
    `sentinel down-after-milliseconds main ${downAfterMs}`,
    'sentinel failover-timeout main 3000',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  return [file, '--sentinel'];
}

function knowsAll(sentinel: PrivateServer): boolean {
  const words = redisCli('-p', portOf(sentinel), 'sentinel', 'master', 'main').split('\n');
  const valueOf = (name: string) => words[words.indexOf(name) + 1];
  return valueOf('num-other-sentinels') === '2' && valueOf('num-slaves') === '1';
}

/** Starts a cluster of three primaries with a replica each, in about five seconds. */
export async function startRedisCluster(): Promise<RedisGroup> {
  const servers: PrivateServer[] = [];
  const close = closerOf(servers);
  try {
    const members: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      const busPort = await findFreePort();
      const options = [
        '--cluster-enabled',
        'yes',
        '--cluster-port',
        String(busPort),
        '--cluster-node-timeout',
        String(downAfterMs),
        ...atOnce,
      ];
      members.push(`${hostOf(await started(servers, () => options))}@${busPort}`);
    }
    redisCli('--cluster', 'create', ...members, '--cluster-replicas', '1', '--cluster-yes');
    await eventually(() => servers.every(isJoined), startLimitMs);
    return { urls: servers.map((server) => `redis-cluster://${hostOf(server)}`), primary: servers[0] as PrivateServer, close };
  } catch (failure) {
    await close();
    throw failure;
  }
}

/** Only replicas that have the data of their primary can replace it. */
function isJoined(server: PrivateServer): boolean {
  const isInSync = !redisCli('-p', portOf(server), 'info', 'replication').includes('master_link_status:down');
  return isInSync && redisCli('-p', portOf(server), 'cluster', 'info').includes('cluster_state:ok');
}

async function started(servers: PrivateServer[], options: RedisArguments): Promise<PrivateServer> {
  const recipe = redisRecipe(findExecutable, options);
  if (recipe === undefined) throw new Error('Redis is not installed');
  const server = await startPrivate(recipe);
  servers.push(server);
  return server;
}

const closerOf = (servers: readonly PrivateServer[]) => async (): Promise<void> => {
  await Promise.all(servers.map((server) => server.close()));
};

const portOf = ({ url }: PrivateServer): string => new URL(url).port;
const hostOf = ({ url }: PrivateServer): string => new URL(url).host;

const redisCli = (...args: string[]): string =>
  execFileSync(findExecutable('redis-cli') ?? 'redis-cli', args, { encoding: 'utf8', timeout: startLimitMs, stdio: 'pipe' });
