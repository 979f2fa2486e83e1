import type { FindExecutable } from './servers/executables.ts';
import { type PrivateServerOptions, type PrivateServer, type Recipe, startPrivate } from './servers/private-server.ts';
import { mysqlRecipe, rabbitRecipe, redisRecipe } from './servers/recipes.ts';

export { findFreePort } from './servers/free-port.ts';
export { type FindServers, type Found, findServers, type Servers } from './servers/find-servers.ts';
export type { PrivateServerOptions, PrivateServer } from './servers/private-server.ts';
export type { FindExecutable } from './servers/executables.ts';
export { probeMysql, probeRabbit, probeRedis } from './servers/probe.ts';

/** Whether private servers of this kind can be started here: what tests that stop or freeze a server ask first. */
export function isInstalled(kind: 'mysql' | 'rabbit' | 'redis'): boolean {
  return { mysql: mysqlRecipe, rabbit: rabbitRecipe, redis: redisRecipe }[kind]() !== undefined;
}

/** Where its executables are, if they are not those that are installed here. */
interface Executables {
  readonly find?: FindExecutable;
}

/** Starts a RabbitMQ of one's own on a free port of the loopback interface (about seven seconds). Throws where none is installed. */
export function startPrivateRabbit({ find, ...options }: PrivateServerOptions & Executables = {}): Promise<PrivateServer> {
  return startPrivate(installed(rabbitRecipe(find), 'RabbitMQ'), options);
}

/**
 * Starts a MariaDB or MySQL of one's own: root without password, a free port of the loopback interface. One that is not durable is
 * faster, for tests that do not kill it. Throws where none is installed.
 */
export function startPrivateMysql({
  isDurable,
  find,
  ...options
}: PrivateServerOptions & Executables & { isDurable?: boolean } = {}): Promise<PrivateServer> {
  return startPrivate(installed(mysqlRecipe(isDurable, find), 'MySQL or MariaDB'), options);
}

/** Starts a Redis of one's own on a free port of the loopback interface. It is empty after each start. Throws where none is installed. */
export function startPrivateRedis({ find, ...options }: PrivateServerOptions & Executables = {}): Promise<PrivateServer> {
  return startPrivate(installed(redisRecipe(find), 'Redis'), options);
}

function installed(recipe: Recipe | undefined, title: string): Recipe {
  if (recipe === undefined) throw new Error(`${title} is not installed`);
  return recipe;
}
