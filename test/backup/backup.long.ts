import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { startFauxqs } from 'fauxqs';
import { type EntityManager, openStore } from '@signalbox/store';
import { backUp, restore } from '@signalbox/standalone/backup';
import { surfaces } from '@signalbox/standalone/services';
import { type Client, eventually, newWorkspace, removeWorkspace, settingsOf, testEnvironment, type Workspace } from '@signalbox/testing';
import { readHead } from '../../services/audit/src/log/event.ts';
import { readChain, verifyChain } from '../../services/audit/src/log/verify-chain.fixture.ts';
import { readUpkeep } from '../../services/audit/src/log/upkeep.ts';
import { audit } from '@signalbox/audit';
import { findProblems, readLedger } from '../failure/ledger.ts';
import { addressesOf, answersOf, paths } from './every-get.ts';
import { fill } from './fill.ts';
import { command, initialTokens, type Instance, newTokens, openInstance, run } from './instance.fixture.ts';
import { type Kill, restoreUntil } from './restoring.fixture.ts';
import { knownScopes, ownedScopes } from './scopes.ts';

const number = Math.floor(Math.random() * 1_000_000);
const writers = 4;
const features = '/api/admin/projects/default/features';

/** Arguments of the commands for object storage in docs/operate.md. */
const commandsOfPage = [
  ...readFileSync(join(import.meta.dirname, '../../docs/operate.md'), 'utf8').matchAll(/^npm run \w+ -- (.*s3:.*)$/gm),
].map(([, words = '']) => words.split(' '));

describe(`a backup of an instance filled with seed ${number}`, () => {
  const tokens = newTokens();
  const workspaces: Workspace[] = [];
  const opened: Instance[] = [];
  let source: Instance;
  let home: Workspace;
  let file: string;

  const anotherWorkspace = async () => {
    const workspace = await newWorkspace(surfaces);
    workspaces.push(workspace);
    return workspace;
  };
  const open = async (workspace: Workspace) => {
    const instance = await openInstance(workspace, tokens, {}, { runsJobs: false });
    opened.push(instance);
    return instance;
  };

  before(async () => {
    home = await anotherWorkspace();
    source = await openInstance(home, tokens, initialTokens(tokens), { runsJobs: false });
    opened.push(source);
    await fill(source, number);
    file = join(home.dataDir, 'quiet.backup');
  });
  after(async () => {
    for (const instance of opened) await instance.close();
    for (const workspace of workspaces) await removeWorkspace(workspace);
  });

  it('restores an instance that answers every GET as before, with an unbroken log', async () => {
    await readLedger(home, [], 10_000, ['change-requests', 'integrations']);
    const addresses = await addressesOf(source);
    const nothingToAskFor = paths.filter((path) => !addresses.some((address) => matches(path, address)));
    deepEqual(nothingToAskFor, []);
    const before = await answersOf(source, addresses);
    const begun = Date.now();
    deepEqual(await command('backup', home, file).then(({ code }) => code), 0);
    const moment = (await newestBackup(home))?.getTime() ?? 0;
    ok(moment >= begun && moment <= Date.now());
    equal(statSync(file).mode & 0o777, 0o600);
    const restored = await anotherWorkspace();
    deepEqual(await command('restore', restored, file).then(({ code }) => code), 0);
    const after = await answersOf(await open(restored), addresses);
    for (const [address, answer] of before) deepEqual(after.get(address), answer, address);
    equal(await brokenAt(restored), null);
  });

  it('is encrypted to a public key, and restored with the secret key only', async () => {
    const identity = await generateIdentity();
    const [encrypted, key] = ['encrypted.backup.age', 'backup.key'].map((name) => join(home.dataDir, name)) as [string, string];
    writeFileSync(key, `${identity}\n`);
    equal((await command('backup', home, encrypted, '--recipient', await identityToRecipient(identity))).code, 0);
    const restored = await anotherWorkspace();
    match((await command('restore', restored, encrypted)).stderr, /is encrypted\. Pass the secret key/);
    equal((await command('restore', restored, encrypted, '--identity', key)).code, 0);
    equal((await (await open(restored)).admin.get(features)).status, 200);
    equal(await brokenAt(restored), null);
  });

  it('goes to object storage and back, encrypted, with an access key from files', async () => {
    const storage = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false, init: { buckets: ['backups'] } });
    try {
      const identity = await generateIdentity();
      const secrets = { AWS_ACCESS_KEY_ID: 'an-id', AWS_SECRET_ACCESS_KEY: 'a-secret', identity };
      const [id, secret, key] = Object.entries(secrets).map(([name, value]) => {
        const path = join(home.dataDir, name);
        writeFileSync(path, `${value}\n`);
        return path;
      }) as [string, string, string];
      const access = {
        AWS_ENDPOINT_URL: `http://127.0.0.1:${storage.port}`,
        AWS_ACCESS_KEY_ID_FILE: id,
        AWS_SECRET_ACCESS_KEY_FILE: secret,
      };
      const recipient = await identityToRecipient(identity);
      const [backup, restoring] = commandsOfPage.map((words) => words.map((word) => (word.startsWith('age1') ? recipient : word)));
      const words = ['backup', ...(backup ?? [])];
      const { stdout, stderr } = await run(home, [testEnvironment.entry, ...words], access);
      const [name = ''] = /^s3:\/\/backups\/signalbox\/signalbox-[\dT-]+\.backup\.age(?= is complete\.)/.exec(stdout) ?? [];
      ok(name, stderr);
      const restored = await anotherWorkspace();
      const from = (...more: string[]) => run(restored, [testEnvironment.entry, 'restore', ...more], access);
      match((await from('--from', name)).stderr, /is encrypted\. Pass the secret key/);
      const ofPage = restoring?.map((word) => (word.startsWith('s3:') ? name : word === 'backup.key' ? key : word)) ?? [];
      deepEqual(await from(...ofPage).then(({ code }) => code), 0);
      const addresses = await addressesOf(source);
      const before = await answersOf(source, addresses);
      const after = await answersOf(await open(restored), addresses);
      for (const [address, answer] of before) deepEqual(after.get(address), answer, address);
      equal(await brokenAt(restored), null);
      const again = await run(home, [testEnvironment.entry, 'backup', '--to', name], access);
      deepEqual([again.stderr, again.code], [`${name} already exists.\n`, 1]);
      const refusedAmount = await run(home, [testEnvironment.entry, ...words, '--keep', '7'], access);
      match(refusedAmount.stderr, /^--keep needs a folder\. A lifecycle rule of the bucket deletes old objects\./);
    } finally {
      await storage.stop();
    }
  });

  it('needs an access key for object storage, or a role', async () => {
    const withoutKey = (further: Record<string, string>) =>
      run(home, [testEnvironment.entry, 'backup', '--to', 's3://backups/one'], { HOME: home.dataDir, ...further });
    const none = await withoutKey({ AWS_EC2_METADATA_DISABLED: 'true' });
    match(none.stderr, /there is no access key\. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY\.$/m);
    equal(none.code, 1);
    const role = { AccessKeyId: 'a-role', SecretAccessKey: 'a-secret', Token: 'a-token', Expiration: '2100-01-01T00:00:00Z' };
    const signed: string[] = [];
    const server = createServer(({ url, headers }, response) => {
      if (url === '/role') return response.end(JSON.stringify(role));
      signed.push(headers.authorization ?? '');
      return response.writeHead(403).end('<Error><Code>AccessDenied</Code><Message>No.</Message></Error>');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ofRole = await withoutKey({ AWS_CONTAINER_CREDENTIALS_FULL_URI: `${url}/role`, AWS_ENDPOINT_URL: url });
    server.closeAllConnections();
    server.close();
    match(ofRole.stderr, /access is denied/);
    match(signed[0] ?? '', /Credential=a-role\//);
  });

  it('contains each change completely or not at all while others write, and loses no message in transit', async () => {
    const stop = new AbortController();
    const written: string[] = [];
    const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(source, `writer-${writer}`, written, stop.signal)));
    await eventually(() => written.length >= 3 * writers);
    const busy = join(home.dataDir, 'busy.backup');
    const earlier = [...written];
    const { code } = await command('backup', home, busy);
    stop.abort();
    await writing;
    equal(code, 0);
    ok(written.length > earlier.length);
    const restored = await anotherWorkspace();
    await restore(settingsOf(restored), busy);
    await open(restored);
    deepEqual(findProblems(await readLedger(restored, earlier, 20_000, ['change-requests', 'integrations'])), []);
    equal(await brokenAt(restored), null);
  });

  it('contains the same projects and environments in identity and toggles while others change them', async () => {
    const stop = new AbortController();
    const changed: string[] = [];
    const changing = Promise.all(Array.from({ length: writers }, (_, writer) => changeScopes(source, writer, changed, stop.signal)));
    await eventually(() => changed.length >= 3 * writers);
    const moving = join(home.dataDir, 'moving.backup');
    const { code } = await command('backup', home, moving);
    stop.abort();
    await changing;
    equal(code, 0);
    const restored = await anotherWorkspace();
    await restore(settingsOf(restored), moving);
    const owned = await ownedScopes(restored);
    ok(Object.keys(owned.projects).length > writers);
    await open(restored);
    await eventually(async () => deepEqual(await knownScopes(restored), owned));
  });

  it('restores no sessions, and assigns new ids as if nothing had been deleted', async () => {
    const session = await source.logIn();
    const cookie = join(home.dataDir, 'session.backup');
    await backUp(settingsOf(home), cookie);
    const { id } = (await source.admin.post('/api/admin/segments', { name: 'next', constraints: [] })).body as { id: number };
    equal((await session.get('/api/admin/user')).status, 200);
    const restored = await anotherWorkspace();
    await restore(settingsOf(restored), cookie);
    const instance = await open(restored);
    equal((await instance.admin.get('/api/admin/user-admin/1/sessions')).body.length ?? 0, 0);
    equal((await instance.admin.post('/api/admin/segments', { name: 'next', constraints: [] })).body.id, id);
  });

  const kills: Kill[] = [
    { at: 'rows', times: 25 },
    { at: 'marked', times: 1 },
    { at: 'loaded', times: 2 },
    { at: 'ended', times: 1 },
  ];

  it('keeps services from starting after an interrupted restore, and is restored by the next run', async () => {
    for (const kill of kills) {
      const restored = await anotherWorkspace();
      equal((await restoreUntil(restored, file, kill)).signal, 'SIGKILL', JSON.stringify(kill));
      if (kill.at === 'rows') await refusesToStart(restored);
      await restore(settingsOf(restored), file);
      equal(await brokenAt(restored), null);
    }
    const last = workspaces.at(-1) as Workspace;
    equal((await (await open(last)).admin.get(features)).status, 200);
  });

  const refused = async (workspace: Workspace, path: string, sentence: RegExp) => {
    const { code, stderr } = await command('restore', workspace, path);
    match(stderr, sentence);
    equal(code, 1);
  };

  it('is rejected if the databases are not empty, and is not created from empty ones', async () => {
    const full = workspaces.find((each) => each !== home) as Workspace;
    await refused(full, file, /is not empty\. Restore a backup only into empty databases|is in use/);
    equal((await command('backup', await anotherWorkspace(), join(home.dataDir, 'none'))).code, 2);
  });

  // The file is verified before any database is opened, so the databases make no difference.
  if (testEnvironment.way === 'distributed') return;

  it('is rejected by another version, and if the file is damaged', async () => {
    const empty = await anotherWorkspace();
    const variant = (name: string, content: Buffer) => {
      const path = join(home.dataDir, name);
      writeFileSync(path, content);
      return path;
    };
    const text = gunzipSync(readFileSync(file)).toString();
    const lines = text.split('\n');
    await refused(empty, variant('cut', readFileSync(file).subarray(0, -200)), /^\S+cut cannot be read: [^\n]+\.\n$/);
    await refused(empty, variant('changed', gzipSync(text.replace('filled-0', 'filled-x'))), /^\S+changed is damaged: [^\n]+\.\n$/);
    await refused(empty, variant('short', gzipSync(`${lines.slice(0, 40).join('\n')}\n`)), /^\S+short is damaged: [^\n]+\.\n$/);
    await refused(empty, variant('other', gzipSync('{"some":"json"}\n')), /^\S+other is not a Signalbox backup\.\n$/);
    await refused(empty, join(home.dataDir, 'missing'), /missing cannot be read/);
    const newest = await newestBackup(home);
    equal((await command('backup', home, file)).stderr, `${file} already exists.\n`);
    deepEqual(await newestBackup(home), newest);
  });
});

async function refusesToStart(workspace: Workspace): Promise<void> {
  const { code, stderr } = await run(workspace, [testEnvironment.entry]);
  match(stderr, /a restore was interrupted there; run it again with the same file/);
  equal(code, 2);
}

const matches = (path: string, address: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address);

async function write(instance: Instance, prefix: string, written: string[], stop: AbortSignal): Promise<void> {
  for (let index = 0; !stop.aborted; index += 1) {
    const name = `${prefix}-${index}`;
    equal((await instance.admin.post(features, { name })).status, 201);
    written.push(name);
  }
}

/** Creates and deletes projects and environments and changes their visibility until stopped. */
async function changeScopes({ admin }: Instance, writer: number, changed: string[], stop: AbortSignal): Promise<void> {
  const does = async (ask: () => ReturnType<Client['post']>) => {
    // Databases of a busy machine may refuse writes temporarily, which is not tested here.
    const { status, body } = await eventually(async () => {
      const answer = await ask();
      notEqual(answer.status, 503);
      return answer;
    });
    ok(status < 300, `${status} ${JSON.stringify(body)}`);
  };
  for (let index = 0; !stop.aborted; index += 1) {
    const id = `moving-${writer}-${index}`;
    await does(() => admin.post('/api/admin/projects', { id, name: id }));
    if (index % 3 === 1) await does(() => admin.put(`/api/admin/projects/${id}/settings`, { mode: 'private' }));
    if (index % 3 === 2) await does(() => admin.delete(`/api/admin/projects/${id}`));
    if (index % 4 === 0) await does(() => admin.post('/api/admin/environments', { name: id, type: 'test' }));
    if (index % 8 === 4) await does(() => admin.delete(`/api/admin/environments/${id}`));
    changed.push(id);
  }
}

/** Returns the first break of the log's chain, if any. */
const brokenAt = (workspace: Workspace) =>
  inLog(workspace, async (em) => {
    const head = await readHead(em);
    ok(head.id > 0);
    return verifyChain(readChain(em, head.id), head);
  });

/** Returns the time of the newest backup recorded in the database. */
const newestBackup = (workspace: Workspace) => inLog(workspace, async (em) => (await readUpkeep(em)).backedUpAt);

async function inLog<T>(workspace: Workspace, read: (em: EntityManager) => Promise<T>): Promise<T> {
  const { databaseUrl, databasePrefix: prefix, dataDir } = settingsOf(workspace);
  const { entities = [], migrations = [] } = audit;
  const store = await openStore(databaseUrl, { service: 'audit', prefix, dataDir }, { entities, migrations });
  try {
    return await read(store.reader());
  } finally {
    await store.close();
  }
}
