import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { exchanges } from '../../packages/contracts/src/topology.ts';
import { surfaces } from '../../services/standalone/src/base/services.ts';
import { type Found, findServers, isInstalled, startPrivateMysql } from '../../packages/testing/src/servers.ts';
import { root } from './root.ts';
import type { ServerName } from './suites.ts';

/** The servers of one test run. All names on them begin with the run's prefix. */
export interface ServersForRun {
  readonly urls: Readonly<Partial<Record<ServerName, string>>>;
  readonly reasons: Readonly<Partial<Record<ServerName, string>>>;
  /** Removes everything with the prefix from shared servers, and stops private ones. */
  close(): Promise<void>;
}

/** One run: its prefix, the folder for its files, and the function that prints messages. */
interface Run {
  readonly prefix: string;
  readonly folder: string;
  readonly say: (sentence: string) => void;
}

/**
 * Opens the needed servers. URLs from the environment have precedence; other servers are found, started or installed. If the database
 * program is installed, the run gets a private database with its data in the run's folder, so that runs do not share schemas.
 */
export async function openServers({ prefix, folder, say }: Run, needed: readonly ServerName[]): Promise<ServersForRun> {
  const given = { mysql: process.env['TEST_MYSQL_URL'], rabbit: process.env['TEST_AMQP_URL'], redis: process.env['TEST_REDIS_URL'] };
  const missing = needed.filter((name) => given[name] === undefined);
  const own = missing.includes('mysql') && isInstalled('mysql') ? await startPrivateMysql({ parent: folder, isDurable: false }) : undefined;
  const required = missing.filter((name) => name !== 'mysql' || own === undefined);
  const found = await findServers({ required, report: say });
  const urls = {
    mysql: given.mysql ?? own?.url ?? found.mysql.url,
    rabbit: given.rabbit ?? found.rabbit.url,
    redis: given.redis ?? found.redis.url,
  };
  const ownHost = given.rabbit === undefined && found.rabbit.origin === 'listening' && openVirtualHost(prefix);
  const cleaners = [
    urls.mysql && isShared(given.mysql, found.mysql) ? () => dropSchemas(urls.mysql as string, prefix) : undefined,
    urls.redis && isShared(given.redis, found.redis) ? () => deleteKeys(urls.redis as string, prefix) : undefined,
    urls.rabbit && isShared(given.rabbit, found.rabbit) && !ownHost
      ? () => deleteKnownQueues(urls.rabbit as string, workspacesIn(folder))
      : undefined,
    ownHost ? async () => void rabbitControl('delete_vhost', prefix) : undefined,
    () => found.close(),
    async () => own?.close(),
  ];
  return {
    urls: { ...urls, rabbit: ownHost ? `${urls.rabbit}/${prefix}` : urls.rabbit } as ServersForRun['urls'],
    reasons: { mysql: found.mysql.reason, rabbit: found.rabbit.reason, redis: found.redis.reason } as ServersForRun['reasons'],
    close: () => cleanUp(cleaners, say),
  };
}

function isShared(given: string | undefined, found: Found): boolean {
  return given !== undefined || found.origin === 'listening';
}

/** Cleans up all servers, even if one of them fails. */
async function cleanUp(cleaners: readonly ((() => Promise<void>) | undefined)[], say: (sentence: string) => void): Promise<void> {
  const ends = await Promise.allSettled(cleaners.map(async (clean) => clean?.()));
  for (const end of ends) if (end.status === 'rejected') say(`Clean-up failed: ${(end.reason as Error).message}`);
}

// AMQP cannot list queues. Deleting a virtual host deletes its queues, but only the broker's own tool can create one.
function openVirtualHost(name: string): boolean {
  if (!rabbitControl('add_vhost', name)) return false;
  if (rabbitControl('set_permissions', '-p', name, 'guest', '.*', '.*', '.*')) return true;
  rabbitControl('delete_vhost', name);
  return false;
}

function rabbitControl(...args: string[]): boolean {
  return spawnSync('rabbitmqctl', ['-q', ...args], { stdio: 'ignore', timeout: 20_000 }).status === 0;
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
