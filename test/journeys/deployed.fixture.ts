import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { surfaces } from '@signalbox/standalone/services';
import { eventually, newWorkspace, removeWorkspace, runStatements, testEnvironment, type Workspace } from '@signalbox/testing';
import { findFreePort } from '@signalbox/testing/servers';
import { serviceNames } from '../../tools/distributed/processes.ts';
import { root } from '../../tools/testing/root.ts';
import { searchPath } from '../../tools/testing/search-path.ts';

/** Arguments of a container or pod, as in its deployment file. */
export interface Deployed {
  readonly name: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const dockerfile = DockerfileParser.parse(read('Dockerfile'));

/** Environment of the image. */
const imageEnvironment = Object.fromEntries(
  dockerfile.getENVs().flatMap((env) => env.getProperties().map((property) => [property.getName(), property.getValue() ?? ''] as const)),
);

/** Replacements for the cluster on this machine: only addresses, folders, servers and names. */
export interface Machine {
  readonly folder: string;
  /** Prefix of this run's schemas, queues and keys. */
  readonly prefix: string;
  readonly ports: ReadonlyMap<string, number>;
  /** The user to whom `rights.sql` grants its rights here. */
  readonly user: string;
  /** Secrets from the command `make-secrets`, with addresses on this machine. */
  readonly secrets: () => Readonly<Record<string, string>>;
  /** Starts the process as deployed. Its output is collected. */
  readonly run: (deployed: Deployed) => Running;
  close(): Promise<void>;
}

export interface Running {
  readonly environment: Readonly<Record<string, string>>;
  readonly output: () => string;
  /** Resolves with the exit code when the process exits by itself. */
  readonly ended: Promise<number>;
}

const serverUrls = () => ({ mysql: testEnvironment.mysqlUrl ?? '', rabbitmq: testEnvironment.amqpUrl ?? '' });

export async function openMachine(): Promise<Machine> {
  const workspace = await newWorkspace(surfaces);
  const folder = join(workspace.dataDir, 'secrets');
  const ports = new Map(await Promise.all(serviceNames.map(async (name) => [name, await findFreePort()] as const)));
  const user = `signalbox-${randomBytes(4).toString('hex')}`;
  const addresses = new Map<string, string>([...ports].map(([name, port]) => [`http://${name}:4242`, `http://127.0.0.1:${port}`]));
  const processes: ChildProcess[] = [];
  const here = (text: string) => [...addresses].reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
  const secrets = () => {
    const product = join(folder, 'product');
    const made = readdirSync(product).map((name) => [name, here(readFileSync(join(product, name), 'utf8'))] as const);
    return withUrls(Object.fromEntries(made), user);
  };

  /** The exact environment, except for addresses and names that separate this run from others. */
  async function environmentOf({ name, environment }: Deployed): Promise<Record<string, string>> {
    const { prefix, dataDir } = workspace;
    const data = join(dataDir, `${name}-data`);
    mkdirSync(data, { recursive: true });
    const own = {
      HOST: '127.0.0.1',
      PORT: String(ports.get(name) ?? 0),
      DATA_DIR: data,
      FIRST_PASSWORD_FILE: join(data, 'first-password'),
      ...(environment['METRICS_PORT'] ? { METRICS_PORT: String(await findFreePort()) } : {}),
      DATABASE_PREFIX: prefix,
      BUS_PREFIX: prefix,
      CACHE_PREFIX: prefix,
    };
    const given = Object.fromEntries(Object.entries({ ...imageEnvironment, ...environment }).map(([key, value]) => [key, here(value)]));
    return { ...given, ...own, PATH: searchPath };
  }

  function start(args: readonly string[], env: Readonly<Record<string, string>>) {
    const child = spawn(process.execPath, [testEnvironment.entry, ...args.map((word) => word.replace(/^\/secrets$/, folder))], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    processes.push(child);
    return child;
  }

  return {
    folder,
    prefix: workspace.prefix,
    ports,
    user,
    secrets,
    run(deployed) {
      let output = '';
      const environment: Record<string, string> = {};
      const ended = environmentOf(deployed).then(async (given) => {
        Object.assign(environment, given);
        const child = start(deployed.args, environment);
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text));
        const [code] = (await once(child, 'close')) as [number | null];
        return code ?? -1;
      });
      return { environment, output: () => output, ended };
    },
    close: () => closeMachine(processes, workspace, user),
  };
}

/** The servers of this run instead of those in the secrets, with the same database user and password. */
function withUrls(made: Readonly<Record<string, string>>, user: string): Record<string, string> {
  const { mysql, rabbitmq } = serverUrls();
  const database = new URL(mysql);
  database.username = user;
  database.password = new URL(made['DATABASE_URL'] ?? '').password;
  return { ...made, DATABASE_URL: database.href, BUS_URL: rabbitmq, CACHE_URL: testEnvironment.redisUrl ?? '' };
}

async function closeMachine(processes: readonly ChildProcess[], workspace: Workspace, user: string): Promise<void> {
  const running = processes.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  await Promise.all(
    running.reverse().map(async (child) => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }),
  );
  await runStatements(serverUrls().mysql, [`drop user if exists '${user}'@'%'`]);
  await removeWorkspace(workspace);
}

/** The administrator's SQL: the user, and the rights of `deploy/servers/rights.sql` on this run's schemas. */
export async function grantRights({ user, secrets, prefix }: Machine): Promise<void> {
  const { password } = new URL(secrets()['DATABASE_URL'] ?? '');
  const schemas = prefix.replaceAll(/[_%]/g, '\\$&');
  const rights = read('deploy/servers/rights.sql')
    .replaceAll(/^--.*$/gm, '')
    .trim()
    .replace(/;$/, '');
  const own = rights.replace('signalbox\\_%', `${schemas}%`).replace("'signalbox'@", `'${user}'@`);
  await runStatements(serverUrls().mysql, [`create user '${user}'@'%' identified by '${password}'`, own]);
}

/** The password that identity generated, which the image writes to a file. */
export const passwordIn = ({ environment }: Running): Promise<string> =>
  eventually(() => readFileSync(environment['FIRST_PASSWORD_FILE'] ?? '', 'utf8').trim());
