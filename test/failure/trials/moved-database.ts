import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { eventually } from '@signalbox/testing';
import { type PrivateServer, startPrivateMysql } from '@signalbox/testing/servers';
import { startCluster } from '../../scale/cluster.ts';
import { startLanes } from '../lanes.ts';
import { findProblems, readLedger } from '../ledger.ts';
import { adminFeatures, closeScenes, few, toRefusals } from '../scene.ts';
import { atLeast, none, type Trial, within } from '../trial.ts';

const backWithinMs = 5000;
const ledgerLimitMs = 120_000;
const writesBefore = 100;
const lanesAtOnce = 4;
const user = { username: 'product', password: 'product' };

/** The primary becomes read-only, another server takes over its data, and the host name moves to it. Old connections stay open. */
export const movedDatabase: Trial = {
  number: 19,
  title: 'the host name of the database moves to another server',
  async run({ ground, say }) {
    await closeScenes();
    const { server: old, proxy } = ground.mysql;
    const next = await startPrivateMysql();
    const cluster = await Promise.all([old, next].map(createUser)).then(() =>
      startCluster(few, { DATABASE_URL: Object.assign(new URL(proxy.url), user).href }),
    );
    try {
      const admin = cluster.as({ authorization: cluster.tokens.admin });
      const lanes = startLanes(admin, lanesAtOnce);
      await eventually(() => lanes.acknowledged >= writesBefore);
      await run(old, 'set global read_only = 1');
      await copy(old, next, cluster.workspace.prefix);
      const before = lanes.acknowledged;
      proxy.leadTo(next.url);
      const moved = performance.now();
      const headers = { 'idempotency-key': 'after the move' };
      await eventually(async () => (await admin.post(adminFeatures, { name: 'after-the-move' }, { headers })).status === 201);
      const backMs = performance.now() - moved;
      await eventually(() => lanes.acknowledged >= before + writesBefore);
      await lanes.stop();
      const ledger = await readLedger(cluster.workspace, [...lanes.features, 'after-the-move'], ledgerLimitMs, ['change-requests']);
      say(`${lanes.acknowledged} writes; other responses, retried: ${toRefusals(lanes)}`);
      return [
        within('a write is acknowledged after the move', backWithinMs, backMs),
        atLeast('writes after the move', writesBefore, lanes.acknowledged - before),
        none('writes or events lost, repeated or invented', findProblems(ledger)),
        none('features whose changes are out of order', lanes.findOrderProblems(ledger)),
      ];
    } finally {
      await cluster.close();
      proxy.leadTo(old.url);
      await run(old, 'set global read_only = 0');
      await next.close();
    }
  },
};

/** A user that `read_only` restricts, unlike root. */
async function createUser(server: PrivateServer): Promise<void> {
  await run(server, "create user if not exists product@'%' identified by 'product'");
  await run(
    server,
    "grant select, insert, update, delete, create, alter, drop, index, references, create temporary tables, process on *.* to product@'%'",
  );
}

const addressOf = ({ url }: PrivateServer): string[] => {
  const { hostname, port } = new URL(url);
  return ['--no-defaults', `--host=${hostname}`, `--port=${port}`, '--protocol=tcp', '--user=root'];
};

const run = async (server: PrivateServer, statement: string): Promise<string> =>
  (await promisify(execFile)('mariadb', [...addressOf(server), '--skip-column-names', `--execute=${statement}`])).stdout;

/** Copies the schemas of a product, as a replica would have them. */
async function copy(from: PrivateServer, to: PrivateServer, prefix: string): Promise<void> {
  const schemas = (await run(from, 'show databases')).split('\n').filter((name) => name.startsWith(prefix));
  const dump = spawn('mariadb-dump', [...addressOf(from), '--single-transaction', '--databases', ...schemas], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const load = spawn('mariadb', addressOf(to), { stdio: [dump.stdout, 'ignore', 'inherit'] });
  const [code] = (await once(load, 'exit')) as [number | null];
  if (code !== 0 || schemas.length === 0) throw new Error(`${schemas.length} schemas were not copied: exit code ${code}`);
}
