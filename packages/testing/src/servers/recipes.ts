import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { probeMysql, probeRabbit, probeRedis } from './probe.ts';
import type { ServerCommand, Recipe } from './private-server.ts';
import { findExecutable, type FindExecutable } from './executables.ts';

/** Returns further arguments of Redis. The first may be a configuration file in the folder. */
export type RedisArguments = (folder: string) => readonly string[];

/** Recipe of Redis or Valkey, or undefined if none is installed. It persists nothing: after `stop` and `start` it is empty. */
export function redisRecipe(find: FindExecutable = findExecutable, further: RedisArguments = () => []): Recipe | undefined {
  const command = find('redis-server') ?? find('valkey-server');
  if (command === undefined) return undefined;
  return {
    name: 'redis',
    url: (port) => `redis://127.0.0.1:${port}`,
    probe: probeRedis,
    ports: 1,
    commands: (folder, [port]) => [
      { command, args: [...further(folder), ...`--port ${port} --bind 127.0.0.1 --dir ${folder} --save  --appendonly no`.split(' ')] },
    ],
  };
}

/**
 * Recipe of MariaDB or MySQL (root without password, loopback only), or undefined if none is installed. Without durability, it loses recent
 * commits when it is killed.
 */
export function mysqlRecipe(isDurable = true, find: FindExecutable = findExecutable): Recipe | undefined {
  const command = find('mariadbd') ?? find('mysqld');
  if (command === undefined) return undefined;
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  return {
    name: 'mysql',
    url: (port) => `mysql://root@127.0.0.1:${port}`,
    probe: probeMysql,
    ports: 1,
    prepare: (folder) => fillDataFolder(command, find('mariadb-install-db'), folder, user),
    commands: (folder, [port]) => {
      mkdirSync(temporaryOf(folder), { recursive: true });
      return [{ command, args: [...mysqlArguments(folder, port, user), ...(isDurable ? [] : passing)] }];
    },
  };
}

/** Options that trade durability for speed: no waiting for the disk, no double writes, no binary log. */
const passing = ['--innodb-flush-log-at-trx-commit=0', '--innodb-doublewrite=OFF', '--skip-log-bin', '--performance-schema=OFF'];

function mysqlArguments(folder: string, port: number | undefined, user: string[]): string[] {
  return [
    '--no-defaults',
    ...user,
    `--datadir=${folder}/data`,
    `--tmpdir=${temporaryOf(folder)}`,
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    // Relative to the data folder, because a full path may exceed the limit for sockets.
    '--socket=socket',
    `--pid-file=${folder}/pid`,
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_bin',
    '--default-time-zone=+00:00',
    '--skip-name-resolve',
    '--innodb-buffer-pool-size=128M',
    '--max-connections=500',
    '--loose-mysqlx=OFF',
  ];
}

/** A separate folder: a starting server deletes the temporary tables of all servers that share it, which then crash. */
const temporaryOf = (folder: string): string => join(folder, 'tmp');

function fillDataFolder(command: string, install: string | undefined, folder: string, user: string[]): void {
  const data = join(folder, 'data');
  mkdirSync(temporaryOf(folder), { recursive: true });
  if (install === undefined) return initializeMysql(command, folder, user);
  const args = [
    '--no-defaults',
    ...user,
    `--datadir=${data}`,
    `--tmpdir=${temporaryOf(folder)}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ];
  execFileSync(install, args, { stdio: 'pipe' });
}

/** MySQL's own root account is limited to the machine's name, and names are not resolved. */
const anyAddress = "create user root@'127.0.0.1'; grant all on *.* to root@'127.0.0.1' with grant option;";

function initializeMysql(command: string, folder: string, user: string[]): void {
  const statements = join(folder, 'initial.sql');
  writeFileSync(statements, anyAddress);
  const options = [`--datadir=${join(folder, 'data')}`, `--tmpdir=${temporaryOf(folder)}`, `--init-file=${statements}`];
  execFileSync(command, ['--no-defaults', '--initialize-insecure', ...user, ...options], { stdio: 'pipe' });
}

/**
 * Recipe of RabbitMQ (guest/guest, loopback only, with a separate port mapper), or undefined if none is installed. With a `managementPort`,
 * it also serves its management API.
 */
export function rabbitRecipe(find: FindExecutable = findExecutable, managementPort?: number): Recipe | undefined {
  // Debian's /usr/sbin/rabbitmq-server refuses ordinary users and starts a port mapper that listens on all interfaces.
  const broker = find('rabbitmq-server', ['/usr/lib/rabbitmq/bin']);
  const mapper = find('epmd');
  if (broker === undefined || mapper === undefined) return undefined;
  return {
    name: 'rabbitmq',
    url: (port) => `amqp://guest:guest@127.0.0.1:${port}`,
    probe: probeRabbit,
    ports: 3,
    prepare: (folder) => {
      mkdirSync(join(folder, 'home'), { recursive: true });
      writeFileSync(join(folder, 'enabled_plugins'), managementPort === undefined ? '[].\n' : '[rabbitmq_management].\n');
    },
    commands: (folder, ports) => rabbitCommands(folder, ports, { broker, mapper, managementPort }),
  };
}

interface RabbitExecutables {
  readonly broker: string;
  readonly mapper: string;
  readonly managementPort: number | undefined;
}

function rabbitCommands(folder: string, ports: readonly number[], { broker, mapper, managementPort }: RabbitExecutables): ServerCommand[] {
  const [port, distribution, mapping] = ports;
  const settings = [`listeners.tcp.1 = 127.0.0.1:${port}`, 'disk_free_limit.absolute = 50MB', 'vm_memory_high_watermark.absolute = 1GB'];
  if (managementPort !== undefined) settings.push('management.tcp.ip = 127.0.0.1', `management.tcp.port = ${managementPort}`);
  writeFileSync(join(folder, 'rabbitmq.conf'), `${settings.join('\n')}\n`);
  const erlang = { HOME: `${folder}/home`, ERL_EPMD_ADDRESS: '127.0.0.1', ERL_EPMD_PORT: String(mapping) };
  const variables = {
    ...erlang,
    // The name is part of the data's path, so it must not depend on the port, which differs when a saved folder is started again.
    RABBITMQ_NODENAME: 'signalbox@localhost',
    RABBITMQ_CONF_ENV_FILE: `${folder}/none`,
    RABBITMQ_CONFIG_FILE: `${folder}/rabbitmq.conf`,
    RABBITMQ_ADVANCED_CONFIG_FILE: `${folder}/none.config`,
    RABBITMQ_ENABLED_PLUGINS_FILE: `${folder}/enabled_plugins`,
    RABBITMQ_MNESIA_BASE: `${folder}/data`,
    RABBITMQ_LOG_BASE: `${folder}/logs`,
    RABBITMQ_DIST_PORT: String(distribution),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
    // Makes the start script exec the broker instead of becoming its parent, so that signals reach it.
    RUNNING_UNDER_SYSTEMD: '1',
  };
  return [
    { command: mapper, args: ['-address', '127.0.0.1', '-port', String(mapping)], variables: erlang },
    { command: broker, args: [], variables },
  ];
}
