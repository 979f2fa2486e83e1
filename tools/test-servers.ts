// Runs the suites of the three ports, and two journeys, on other server versions than the installed ones: `npm run suite -- servers`. The
// servers come from Debian packages; mmdebstrap creates one root per Debian suite, and `--only sid` selects one. Needs root.

import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPrivateMysql, startPrivateRabbit, startPrivateRedis, type PrivateServer } from '../packages/testing/src/servers.ts';
import { openDebianRoot } from './servers/debian-root.ts';
import { root } from './testing/root.ts';
import { runMocha } from './testing/run-mocha.ts';

/** Servers of one Debian suite, with their packages and executables. */
interface Servers {
  readonly suite: string;
  readonly database: { readonly title: string; readonly package: string; readonly executables: readonly string[] };
  readonly caches: readonly ('redis' | 'valkey')[];
}

const matrix: readonly Servers[] = [
  {
    suite: 'trixie',
    database: { title: 'MariaDB', package: 'mariadb-server', executables: ['mariadbd', 'mariadb-install-db'] },
    caches: ['redis', 'valkey'],
  },
  { suite: 'sid', database: { title: 'MySQL', package: 'mysql-server', executables: ['mysqld'] }, caches: ['valkey'] },
];

const ports = {
  database: [
    'packages/store/src/store.test.ts',
    'packages/store/src/dialect/mysql-store.test.ts',
    'packages/store/src/backup/restoring.test.ts',
  ],
  bus: ['packages/bus/src/amqp/amqp-bus.test.ts'],
  cache: ['packages/cache/src/redis-cache.test.ts'],
};
const journeys = ['test/journeys/shared/shop.suite.ts', 'test/journeys/users-come-in.test.ts'];
/** Allows for slow starts of all services on a busy machine. */
const silenceMs = 240_000;

interface Row {
  readonly servers: string;
  readonly what: string;
  readonly passed: number;
  readonly failed: number;
}

const { values } = parseArgs({ options: { only: { type: 'string', default: '' }, folder: { type: 'string' } } });
const chosen = matrix.filter(({ suite }) => values.only === '' || suite === values.only);
if (chosen.length === 0) throw new Error(`Unknown suite: ${values.only}. Use one of: ${matrix.map(({ suite }) => suite).join(', ')}`);
const prefix = `servers-${randomBytes(3).toString('hex')}-`;
const shared = join(tmpdir(), `signalbox-${prefix}files`);
const cache = values.folder ?? join(root, 'node_modules/.cache/debian-roots');
mkdirSync(shared);
const rows: Row[] = [];
try {
  for (const servers of chosen) await tryServers(servers);
} finally {
  rmSync(shared, { recursive: true, force: true });
}
printTable();
process.exitCode = rows.some(({ passed, failed }) => failed > 0 || passed === 0) ? 1 : 0;

async function tryServers({ suite, database, caches }: Servers): Promise<void> {
  const packages = [database.package, 'rabbitmq-server', 'redis-server', 'valkey-server'];
  const debian = openDebianRoot(suite, packages, cache, shared);
  const open: PrivateServer[] = [];
  const opened = async (starting: Promise<PrivateServer>) => {
    const server = await starting;
    open.push(server);
    return server;
  };
  try {
    const mysql = await opened(startPrivateMysql({ find: debian.executables(...database.executables), isDurable: false, parent: shared }));
    const rabbit = await opened(startPrivateRabbit({ find: debian.executables('rabbitmq-server', 'epmd'), parent: shared }));
    const urls = { TEST_MYSQL_URL: mysql.url, TEST_AMQP_URL: rabbit.url };
    const [databaseTitle, busTitle] = [
      `${database.title} ${debian.versionOf(database.package)}`,
      `RabbitMQ ${debian.versionOf('rabbitmq-server')}`,
    ];
    await run(databaseTitle, 'store', ports.database, urls);
    await run(busTitle, 'bus', ports.bus, urls);
    for (const each of caches) {
      const redis = await opened(startPrivateRedis({ find: debian.executables(`${each}-server`), parent: shared }));
      const title = `${each === 'redis' ? 'Redis' : 'Valkey'} ${debian.versionOf(`${each}-server`)}`;
      const all = { ...urls, TEST_REDIS_URL: redis.url };
      await run(title, 'cache', ports.cache, all);
      if (each === caches.at(-1)) await run([databaseTitle, busTitle, title].join(', '), 'journeys', journeys, all);
    }
  } finally {
    for (const server of open.reverse()) await server.close();
  }
}

async function run(servers: string, what: string, files: readonly string[], urls: Readonly<Record<string, string>>): Promise<void> {
  console.log(`${servers}: ${what} ...`);
  const variables = { ...urls, TEST_WAY: 'distributed', TEST_PREFIX: prefix, TMPDIR: shared };
  const { passed, failed } = await runMocha({ files, variables, silenceMs });
  rows.push({ servers, what, passed, failed });
}

function printTable(): void {
  const width = Math.max(...rows.map(({ servers }) => servers.length));
  console.log(`\n| ${'servers'.padEnd(width)} | what     | passed | failed |\n| ${'-'.repeat(width)} | -------- | -----: | -----: |`);
  for (const { servers, what, passed, failed } of rows)
    console.log(`| ${servers.padEnd(width)} | ${what.padEnd(8)} | ${String(passed).padStart(6)} | ${String(failed).padStart(6)} |`);
}
