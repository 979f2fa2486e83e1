import { equal, match, rejects } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { surfaces } from '@signalbox/standalone/services';
import { newWorkspace, openClient, removeWorkspace, testEnvironment, type Workspace } from '@signalbox/testing';
import { Agent } from 'undici';
import { initialTokens, type Instance, newTokens, openInstance, run } from '../backup/instance.fixture.ts';
import { openSecretsInUse, type SecretsInUse } from './secrets-in-use.ts';

const newSecret = () => randomBytes(28).toString('hex');

describe('the rotation of ENCRYPTION_KEY and INTERNAL_SECRET', () => {
  const tokens = newTokens();
  const agent = new Agent();
  const [old, next] = [
    { ENCRYPTION_KEY: newSecret(), INTERNAL_SECRET: newSecret() },
    { ENCRYPTION_KEY: newSecret(), INTERNAL_SECRET: newSecret() },
  ];
  const listed = (first: typeof old, second: typeof old) => ({
    ENCRYPTION_KEY: `${first.ENCRYPTION_KEY},${second.ENCRYPTION_KEY}`,
    INTERNAL_SECRET: `${first.INTERNAL_SECRET},${second.INTERNAL_SECRET}`,
  });
  const both = listed(next, old);
  let workspace: Workspace;
  let secrets: SecretsInUse;
  let instance: Instance | undefined;

  const open = async (keys: Record<string, string>) => {
    await instance?.close();
    instance = undefined;
    instance = await openInstance(workspace, tokens, { ...initialTokens(tokens), ...secrets.settings, ...keys });
    const { url, admin } = instance;
    return { admin, as: (headers: Record<string, string>) => openClient(url, agent, () => headers) };
  };
  const rekey = (keys: Record<string, string>, ...words: string[]) => run(workspace, [testEnvironment.entry, 'rekey', ...words], keys);

  before(async () => {
    workspace = await newWorkspace(surfaces);
    secrets = await openSecretsInUse();
    const product = await open(old);
    await secrets.prepare(product, 7);
    await secrets.check(product);
  });
  after(async () => {
    await instance?.close();
    await agent.close();
    await secrets.close();
    await removeWorkspace(workspace);
  });

  it('refuses to start, and to re-encrypt, without the key of the stored secrets', async () => {
    await rejects(open(next), {
      name: 'SettingsProblem',
      message: /^ENCRYPTION_KEY lacks the key that encrypted the stored secrets of \w+/,
    });
    const { code, stderr } = await rekey(next);
    equal(code, 2);
    match(stderr, /ENCRYPTION_KEY lacks a key that encrypted stored secrets of \w+/);
  });

  it('refuses to re-encrypt before the services have started with the new key', async () => {
    const { code, stderr } = await rekey(both);
    equal(code, 2);
    match(stderr, /ENCRYPTION_KEY starts with a key that running processes of \w+ do not have/);
  });

  it('keeps everything readable under both keys, and under the new key alone after re-encryption', async () => {
    await secrets.check(await open(listed(old, next)));
    await secrets.check(await open(both));
    const first = await rekey(both);
    equal(first.code, 0, first.stderr);
    match(first.stdout, /identity: secrets of authenticator apps: 7 values, 7 re-encrypted/);
    match(first.stdout, /integrations: secrets of add-ons: 2 values, 2 re-encrypted/);
    const second = await rekey(both);
    match(second.stdout, /identity: secrets of authenticator apps: 7 values, 0 re-encrypted/);
    await secrets.check(await open(next));
    await rejects(open(old), { name: 'SettingsProblem' });
  });

  it('restores a backup only with its keys, unless its secrets are given up', async () => {
    const file = join(workspace.dataDir, 'keys.backup');
    equal((await run(workspace, [testEnvironment.entry, 'backup', '--to', file])).code, 0, 'a backup needs no key');
    const empty = await newWorkspace(surfaces);
    const restore = (...words: string[]) => run(empty, [testEnvironment.entry, 'restore', '--from', file, ...words], old);
    const refused = await restore();
    equal(refused.code, 1);
    match(refused.stderr, /^The backup contains secrets of \w+ under a key that is missing in ENCRYPTION_KEY/);
    equal((await restore('--without-keys')).code, 0);
    await removeWorkspace(empty);
  });

  it('allows a start without a lost key if its secrets are given up', async () => {
    const { code, stdout } = await rekey(old, '--give-up-lost-keys');
    equal(code, 0);
    match(stdout, /identity: secrets of authenticator apps: 7 values, 0 re-encrypted, 7 unreadable/);
    const product = await open(old);
    await rejects(secrets.logInWithCode(product), /401/);
    equal((await product.admin.get('/api/admin/projects')).status, 200);
  });
});
