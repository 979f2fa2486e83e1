import type { FindExecutable } from './servers/executables.ts';
import { type PrivateServerOptions, type PrivateServer, type Recipe, startPrivate } from './servers/private-server.ts';
import { postgresRecipe } from './servers/postgres.ts';
import { mysqlRecipe, rabbitRecipe, redisRecipe } from './servers/recipes.ts';

export { type RedisGroup, startRedisCluster, startSentinels } from './redis-groups.ts';
export { findFreePort } from './servers/free-port.ts';
export { type FindServers, type Found, findServers, type Servers } from './servers/find-servers.ts';
export type { PrivateServerOptions, PrivateServer } from './servers/private-server.ts';
export type { FindExecutable } from './servers/executables.ts';
export { probeMysql, probeRabbit, probeRedis } from './servers/probe.ts';

/** Returns true if private servers of this kind can be started here. Tests that stop or freeze a server check it first. */
export function isInstalled(kind: 'mysql' | 'rabbit' | 'redis'): boolean {
  return { mysql: mysqlRecipe, rabbit: rabbitRecipe, redis: redisRecipe }[kind]() !== undefined;
}

/** Search function for executables, if not the default. */
interface Executables {
  readonly find?: FindExecutable;
}

/**
 * Starts a private RabbitMQ on a free port of the loopback interface, in about seven seconds, optionally with its management API on the
 * given port. Throws if it is not installed.
 */
export function startPrivateRabbit({
  find,
  managementPort,
  ...options
}: PrivateServerOptions & Executables & { readonly managementPort?: number } = {}): Promise<PrivateServer> {
  return startPrivate(installed(rabbitRecipe(find, managementPort), 'RabbitMQ'), options);
}

/**
 * Starts a private MariaDB or MySQL: root without password, on a free port of the loopback interface. Without durability it is faster, for
 * tests that do not kill it. Throws if it is not installed.
 */
export function startPrivateMysql({
  isDurable,
  find,
  ...options
}: PrivateServerOptions & Executables & { isDurable?: boolean } = {}): Promise<PrivateServer> {
  return startPrivate(installed(mysqlRecipe(isDurable, find), 'MySQL or MariaDB'), options);
}

/** Starts a private Redis on a free port of the loopback interface. It is empty after each start. Throws if it is not installed. */
export function startPrivateRedis({ find, ...options }: PrivateServerOptions & Executables = {}): Promise<PrivateServer> {
  return startPrivate(installed(redisRecipe(find), 'Redis'), options);
}

function installed(recipe: Recipe | undefined, title: string): Recipe {
  if (recipe === undefined) throw new Error(`${title} is not installed`);
  return recipe;
}

/** Starts a private PostgreSQL, which the reference server needs. Throws if none is installed. */
export function startPrivatePostgres(options: PrivateServerOptions = {}): Promise<PrivateServer> {
  return startPrivate(installed(postgresRecipe(), 'PostgreSQL'), options);
}
