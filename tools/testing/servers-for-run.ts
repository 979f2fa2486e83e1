import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { exchanges } from '../../packages/contracts/src/topology.ts';
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
    clean: (url, { folder }) => deleteKnownQueues(url, workspacesIn(folder)),
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

interface MysqlConnection {
  query(sql: string, values?: unknown[]): Promise<[Record<string, string>[]]>;
  end(): Promise<void>;
}

async function dropSchemas(url: string, prefix: string): Promise<void> {
  const mysql = requireFrom('store')('mysql2/promise') as { createConnection(url: string): Promise<MysqlConnection> };
  const connection = await mysql.createConnection(url);
  try {
    const [rows] = await connection.query('select schema_name as name from information_schema.schemata where left(schema_name, ?) = ?', [
      prefix.length,
      prefix,
    ]);
    for (const { name } of rows) await connection.query(`drop database \`${name}\``);
  } finally {
    await connection.end();
  }
}

interface RedisClient {
  scan(cursor: string, ...options: string[]): Promise<[string, string[]]>;
  unlink(keys: string[]): Promise<number>;
  disconnect(): void;
}

async function deleteKeys(url: string, prefix: string): Promise<void> {
  const { Redis } = requireFrom('cache')('ioredis') as { Redis: new (url: string) => RedisClient };
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

interface AmqpConnection {
  createChannel(): Promise<{ deleteQueue(name: string): Promise<unknown>; deleteExchange(name: string): Promise<unknown> }>;
  close(): Promise<void>;
}

/** Returns the prefixes of workspaces that tests have not removed, by their remaining folders. */
const workspacesIn = (folder: string) =>
  readdirSync(folder).flatMap((name) => (name.endsWith('-data') ? [name.slice(0, -'data'.length)] : []));

async function deleteKnownQueues(url: string, prefixes: readonly string[]): Promise<void> {
  const amqp = requireFrom('bus')('amqplib') as { connect(url: string): Promise<AmqpConnection> };
  const connection = await amqp.connect(url);
  try {
    const channel = await connection.createChannel();
    for (const prefix of prefixes) {
      for (const { queue } of surfaces.flatMap(({ queues = [] }) => queues)) await channel.deleteQueue(prefix + queue);
      for (const exchange of Object.values(exchanges)) await channel.deleteExchange(prefix + exchange);
    }
  } finally {
    await connection.close();
  }
}

/** Resolves drivers from the packages that depend on them. */
function requireFrom(name: 'bus' | 'cache' | 'store'): NodeJS.Require {
  return createRequire(join(root, 'packages', name, 'package.json'));
}
