import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { deleteQueues, dropSchemas } from '../../packages/testing/src/clean-up.ts';
import { surfaces } from '../../services/standalone/src/base/services.ts';
import {
  isInstalled,
  type PrivateServer,
  startPrivateMysql,
  startPrivateRabbit,
  startPrivateRedis,
} from '../../packages/testing/src/servers.ts';
import { root } from './root.ts';
import type { ServerName } from './suites.ts';

/** The servers of one test run. All names on them begin with the run's prefix. */
export interface ServersForRun {
  readonly urls: Readonly<Partial<Record<ServerName, string>>>;
  /** The reason for each requested server that is absent. */
  readonly reasons: Readonly<Partial<Record<ServerName, string>>>;
  /** Removes everything with the prefix from given servers, and stops those of the run. */
  close(): Promise<void>;
}

/** One run: its prefix, the folder for its files, and the function that prints messages. */
interface Run {
  readonly prefix: string;
  readonly folder: string;
  readonly say: (sentence: string) => void;
}

interface Kind {
  readonly title: string;
  /** Variable with the URL of a server that the user gives to tests. */
  readonly variable: string;
  readonly start: (folder: string) => Promise<PrivateServer>;
  readonly clean: (url: string, run: Run) => Promise<void>;
}

const kinds: Readonly<Record<ServerName, Kind>> = {
  mysql: {
    title: 'MySQL or MariaDB',
    variable: 'TEST_MYSQL_URL',
    start: (parent) => startPrivateMysql({ parent, isDurable: false }),
    clean: (url, { prefix }) => dropSchemas(url, prefix),
  },
  rabbit: {
    title: 'RabbitMQ',
    variable: 'TEST_AMQP_URL',
    start: (parent) => startPrivateRabbit({ parent }),
    clean: (url, { folder }) => deleteLeftQueues(url, folder),
  },
  redis: {
    title: 'Redis',
    variable: 'TEST_REDIS_URL',
    start: (parent) => startPrivateRedis({ parent }),
    clean: (url, { prefix }) => deleteKeys(url, prefix),
  },
};

/** Returns the servers that a run can neither be given nor start here. */
export const missingServers = (names: readonly ServerName[]): ServerName[] =>
  names.filter((name) => process.env[kinds[name].variable] === undefined && !isInstalled(name));

/** Explains how to get a missing server. */
export const reasonOf = (name: ServerName): string =>
  `${kinds[name].title} is not installed (npm test -- --install, or ${kinds[name].variable})`;

/**
 * Opens the servers. A server from the environment (`TEST_MYSQL_URL`, `TEST_AMQP_URL`, `TEST_REDIS_URL`) has precedence. Otherwise the run
 * starts one of its own from the installed program, with its data in the run's folder. A server that merely listens here is never used.
 */
export async function openServers(run: Run, needed: readonly ServerName[]): Promise<ServersForRun> {
  const opened = await Promise.all(needed.map((name) => openServer(name, run)));
  const pick = (part: 'url' | 'reason') =>
    Object.fromEntries(opened.flatMap((server) => (server[part] ? [[server.name, server[part]]] : [])));
  return {
    urls: pick('url'),
    reasons: pick('reason'),
    close: () =>
      cleanUp(
        opened.map(({ close }) => close),
        run.say,
      ),
  };
}

interface OpenServer {
  readonly name: ServerName;
  readonly url?: string;
  readonly reason?: string;
  readonly close?: () => Promise<void>;
}

async function openServer(name: ServerName, run: Run): Promise<OpenServer> {
  const { variable, start, clean } = kinds[name];
  const given = process.env[variable];
  if (given !== undefined) return { name, url: given, close: () => clean(given, run) };
  if (!isInstalled(name)) return { name, reason: reasonOf(name) };
  try {
    const server = await start(run.folder);
    return { name, url: server.url, close: () => server.close() };
  } catch (failure) {
    const [command, cause = command] = (failure as Error).message.split('\n');
    return { name, reason: `${kinds[name].title} is installed, but did not start (${cause})` };
  }
}

/** Cleans up all servers, even if one of them fails. */
async function cleanUp(cleaners: readonly ((() => Promise<void>) | undefined)[], say: (sentence: string) => void): Promise<void> {
  const ends = await Promise.allSettled(cleaners.map(async (clean) => clean?.()));
  for (const end of ends) if (end.status === 'rejected') say(`Clean-up failed: ${(end.reason as Error).message}`);
}

interface RedisClient {
  scan(cursor: string, ...options: string[]): Promise<[string, string[]]>;
  unlink(keys: string[]): Promise<number>;
  disconnect(): void;
}

async function deleteKeys(url: string, prefix: string): Promise<void> {
  const { Redis } = createRequire(join(root, 'packages/cache/package.json'))('ioredis') as { Redis: new (url: string) => RedisClient };
  const redis = new Redis(url);
  try {
    for (let cursor = ''; cursor !== '0'; ) {
      const [next, keys] = await redis.scan(cursor || '0', 'MATCH', `${prefix}*`, 'COUNT', '1000');
      if (keys.length > 0) await redis.unlink(keys);
      cursor = next;
    }
  } finally {
    redis.disconnect();
  }
}

/** Deletes the queues of workspaces that tests have not removed, by their remaining folders. */
async function deleteLeftQueues(url: string, folder: string): Promise<void> {
  const queues = surfaces.flatMap((surface) => (surface.queues ?? []).map(({ queue }) => queue));
  const left = readdirSync(folder).filter((name) => name.endsWith('-data'));
  for (const name of left) await deleteQueues(url, name.slice(0, -'data'.length), queues);
}
