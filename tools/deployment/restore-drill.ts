import { match } from 'node:assert/strict';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginDrill, openStorage } from '../../test/backup/drill.ts';
import { serviceNames } from '../distributed/processes.ts';
import { type composeWith, docker, run } from './docker.ts';

/** The running product, and what the check of the deployment knows about it. */
export interface Running {
  readonly url: string;
  readonly password: string;
  readonly whenHealthy: () => Promise<void>;
  readonly say: (sentence: string) => void;
}

type Compose = ReturnType<typeof composeWith>;

/** Object storage that all containers reach, with the commands that write backups there and restore them. */
export async function openDrillStorage() {
  const address = await docker('network', 'inspect', 'bridge', '--format={{(index .IPAM.Config 0).Gateway}}');
  const { identity, recipient, variables, close } = await openStorage(address);
  // The user of the image reads the file.
  const folder = mkdtempSync(join(tmpdir(), 'drill-'));
  chmodSync(folder, 0o755);
  const key = join(folder, 'backup.key');
  writeFileSync(key, identity, { mode: 0o644 });
  const access = Object.entries(variables).map(([name, value]) => `--env=${name}=${value}`);
  return {
    async backUp(compose: Compose, service: string): Promise<string> {
      const command = ['backup', '--to', 's3://backups/signalbox/', '--recipient', recipient];
      const output = await compose('run', '--rm', '--no-deps', ...access, service, ...command);
      match(output, /s3:\S+ is complete\. Only the recipients can read it\.$/);
      return /s3:\S+/.exec(output)?.[0] ?? '';
    },
    async restore(compose: Compose, service: string, from: string): Promise<void> {
      const command = ['restore', '--from', from, '--identity', '/backup.key'];
      const output = await compose('run', '--rm', '--no-deps', ...access, `--volume=${key}:/backup.key:ro`, service, ...command);
      match(output, /is restored\. All users have to log in again\.$/);
    },
    close,
  };
}

export type DrillStorage = Awaited<ReturnType<typeof openDrillStorage>>;

/** Restores a backup of one process into the empty volume of another project, as docs/operate.md describes. Ends both. */
export async function drillSingle(storage: DrillStorage, single: Compose, { url, password, whenHealthy, say }: Running): Promise<void> {
  const drill = await beginDrill(url, password);
  const backup = await storage.backUp(single, 'signalbox');
  const key = await single('exec', '-T', 'signalbox', 'node', '--print', "fs.readFileSync('/data/encryption-key', 'utf8')");
  await single('down');
  const options = ['--project-name', 'restored', '--env-file', '/dev/null'];
  const restored: Compose = (...args) => run('env', `ENCRYPTION_KEY=${key}`, 'docker', 'compose', ...options, ...args);
  try {
    await storage.restore(restored, 'signalbox', backup);
    await restored('up', '--detach');
    await whenHealthy();
    const compared = await drill.compare();
    match(await restored('exec', '-T', 'signalbox', 'signalbox-server', 'verify-audit'), /verified +yes$/m);
    say(`a backup, restored from object storage into another volume, gives the same ${compared} responses`);
  } finally {
    await drill.close();
    await restored('down', '--volumes');
  }
}

/** Restores a backup of several processes into the same servers, emptied before. */
export async function drillFull(storage: DrillStorage, full: Compose, { url, password, whenHealthy, say }: Running): Promise<void> {
  const drill = await beginDrill(url, password);
  try {
    const backup = await storage.backUp(full, 'audit');
    await full('stop', ...serviceNames);
    await emptyServers();
    await removeSeal(full);
    await storage.restore(full, 'audit', backup);
    await full('up', '--detach', 'gateway');
    await whenHealthy();
    match(await full('exec', '-T', 'audit', 'signalbox-server', 'verify-audit'), /verified +yes$/m);
    say(`the same with MySQL, from and into the same server: ${await drill.compare()} responses`);
  } finally {
    await drill.close();
  }
}

/** Drops the schemas and the queues of the product. */
async function emptyServers(): Promise<void> {
  const password = await docker('exec', 'signalbox-one-mysql-1', 'cat', '/run/secrets/mysql/password');
  const client = ['mysql', '--protocol=tcp', '--host=127.0.0.1', '--user=signalbox', '--batch', '--skip-column-names', '--execute'];
  const query = (sql: string) => docker('exec', '--env', `MYSQL_PWD=${password}`, 'signalbox-one-mysql-1', ...client, sql);
  for (const schema of (await query("show databases like 'signalbox%'")).split('\n')) await query(`drop database \`${schema}\``);
  const control = (...words: string[]) => docker('exec', 'signalbox-one-rabbitmq-1', 'rabbitmqctl', '--quiet', ...words);
  const queues = await control('list_queues', '--no-table-headers', 'name');
  for (const queue of queues.split('\n').filter(Boolean)) await control('delete_queue', queue);
}

/** Removes the seal of the newer log, with which the restored one would look cut off. */
async function removeSeal(full: Compose): Promise<void> {
  await full('rm', '--force', 'audit');
  await docker('volume', 'rm', 'signalbox-one_audit-data');
}
