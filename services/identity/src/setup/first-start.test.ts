import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { readFile, stat, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchAccess, fetchTokens } from '@signalbox/contracts';
import { type Notice, type OpenParts, readSettings, SettingsProblem } from '@signalbox/kit';
import { newWorkspace, removeWorkspace, start, testEnvironment } from '@signalbox/testing';
import { password, randomHex, startIdentity } from '../identity-app.fixture.ts';
import { identity } from '../service.ts';
import { identitySurface } from '../surface.ts';
import { openIdentity } from './open-identity.ts';
import { User } from '../user/user.ts';

const login = '/auth/simple/login';
const alone = { ownIdentity: true } as const;
const notices: string[] = [];
const shownOnce = { ...alone, notify: ({ label, text }: Notice) => notices.push(`${label}: ${text}`) };
const madeUp = () =>
  notices.flatMap((line) =>
    [...line.matchAll(/^Log in: (\S+) \/ (\S+) {3}\(shown only once\)$/g)].map(([, name, secret]) => [name, secret]),
  );

const onServers = testEnvironment.way === 'distributed';
const elsewhere = () => undefined;
const inSharedDatabase = onServers ? it : elsewhere;
const inFiles = onServers ? elsewhere : it;

describe('the first start', () => {
  afterEach(() => void notices.splice(0));

  it('creates an administrator with a generated password that is shown once and stored nowhere', async () => {
    const app = await start([identity], { ...shownOnce, settings: { INIT_ADMIN_USERNAME: 'warden' } });
    const [[username, secret] = []] = madeUp();
    equal(username, 'warden');
    match(secret ?? '', /^[a-z0-9-]{29}$/);
    equal(notices.length, 1);
    const { status, body } = await app.as(null).post(login, { username: 'warden', password: secret });
    const events = await app.events('identity');
    await app.close();
    equal(status, 200);
    equal(body.rootRole, 1);
    deepEqual(
      events.map(({ data }) => [data.type, data.createdBy, data.data]),
      [['user-created', 'signalbox', { id: body.id, name: null, username: 'warden', email: null, rootRole: 1 }]],
    );
  });

  describe('with FIRST_PASSWORD_FILE', () => {
    it('writes the password to a file of mode 0600, logs only the path, and keeps the file on the next start', async () => {
      const workspace = await newWorkspace();
      const file = join(workspace.dataDir, 'first-password');
      const settings = { FIRST_PASSWORD_FILE: file };
      const one = await start([identity], { ...shownOnce, workspace, settings });
      const written = await readFile(file, 'utf8');
      const secret = written.trim();
      const { status } = await one.as(null).post(login, { username: 'admin', password: secret });
      await one.close({ keepData: true });
      const { mode, mtimeMs } = await stat(file);
      const two = await start([identity], { ...shownOnce, workspace, settings });
      await two.close({ keepData: true });
      const after = [await readFile(file, 'utf8'), (await stat(file)).mtimeMs];
      await removeWorkspace(workspace);
      equal(status, 200);
      match(written, /^[a-z0-9-]{29}\n$/);
      equal(mode & 0o777, 0o600);
      deepEqual(after, [written, mtimeMs]);
      deepEqual(notices, [
        `Log in: admin, with the password in ${file}`,
        'Log in: admin, with the password of the first start or INIT_ADMIN_PASSWORD',
      ]);
    });

    it('writes no file for a password from INIT_ADMIN_PASSWORD', async () => {
      const workspace = await newWorkspace();
      const settings = { FIRST_PASSWORD_FILE: join(workspace.dataDir, 'missing/first-password'), INIT_ADMIN_PASSWORD: password };
      const app = await start([identity], { ...shownOnce, workspace, settings });
      const { status } = await app.as(null).post(login, { username: 'admin', password });
      await app.close();
      equal(status, 200);
      ok(!notices.join().includes(settings.FIRST_PASSWORD_FILE));
    });

    it('refuses a missing folder and an existing file, and creates no user', async () => {
      const workspace = await newWorkspace();
      const existing = join(workspace.dataDir, 'existing');
      await writeFile(existing, 'mine');
      const startWith = (FIRST_PASSWORD_FILE: string) => start([identity], { ...shownOnce, workspace, settings: { FIRST_PASSWORD_FILE } });
      for (const [file, reason] of [
        [join(workspace.dataDir, 'missing/first-password'), /cannot be written to \S+missing\/first-password: ENOENT/],
        [existing, /existing already exists, although there are no users\. Signalbox never overwrites it/],
      ] as const) {
        await rejects(startWith(file), (error) => error instanceof SettingsProblem && reason.test(error.message));
      }
      const untouched = await readFile(existing, 'utf8');
      const file = join(workspace.dataDir, 'first-password');
      const app = await startWith(file);
      await app.close({ keepData: true });
      await removeWorkspace(workspace);
      equal(untouched, 'mine');
      deepEqual(notices, [`Log in: admin, with the password in ${file}`]);
    });

    it('leaves no file behind if the administrator cannot be created', async () => {
      const workspace = await newWorkspace();
      const file = join(workspace.dataDir, 'first-password');
      const settings = { FIRST_PASSWORD_FILE: file, INIT_CLIENT_API_TOKENS: `nowhere:development.${randomHex()}` };
      await rejects(start([identity], { ...alone, workspace, settings }), SettingsProblem);
      await rejects(stat(file), { code: 'ENOENT' });
      await removeWorkspace(workspace);
    });
  });

  it('accepts a weak password with a warning', async () => {
    const warningsOver = async (INIT_ADMIN_PASSWORD: string) => {
      const warnings: string[] = [];
      const settings = readSettings({ INIT_ADMIN_PASSWORD }, [identitySurface]);
      const parts = { settings, report: () => undefined, warn: (message: string) => warnings.push(message) };
      await openIdentity(parts as unknown as OpenParts);
      return warnings;
    };
    match((await warningsOver('a')).join(), /^INIT_ADMIN_PASSWORD is weak: fewer than 10 characters, without an upper-case letter, /);
    for (const good of ['', password]) deepEqual(await warningsOver(good), []);
  });

  it('is not repeated: the next start keeps users, keys and the password', async () => {
    const workspace = await newWorkspace();
    const settings = { INIT_ADMIN_PASSWORD: password };
    const one = await start([identity], { ...shownOnce, workspace, settings });
    const before = await one.host.ask(fetchAccess, {});
    await one.close({ keepData: true });
    const two = await start([identity], { ...shownOnce, workspace, settings: { INIT_ADMIN_USERNAME: 'other' } });
    const after = await two.host.ask(fetchAccess, {});
    const { status } = await two.as(null).post(login, { username: 'admin', password });
    const users = await two.store('identity').reader().count(User);
    await two.close();
    deepEqual(after, before);
    equal(status, 200);
    equal(users, 1);
    deepEqual(
      notices,
      ['admin', 'other'].map((name) => `Log in: ${name}, with the password of the first start or INIT_ADMIN_PASSWORD`),
    );
  });

  it('keeps its signing key under an additional encryption key, and fails without the original one', async () => {
    const workspace = await newWorkspace();
    const startUnder = (...keys: string[]) =>
      startIdentity({ workspace, settings: { ENCRYPTION_KEY: keys.map((key) => key.repeat(32)).join() } });
    for (const keys of [['1'], ['2', '1']]) {
      const app = await startUnder(...keys);
      equal((await app.admin.get('/api/admin/user')).status, 200);
      equal((await app.host.ask(fetchAccess, {})).keys.length, 1);
      await app.close({ keepData: true });
    }
    await rejects(startUnder('2'), {
      name: 'SettingsProblem',
      message: /^ENCRYPTION_KEY lacks the key that encrypted the stored secrets of identity/,
    });
    await removeWorkspace(workspace);
  });

  inSharedDatabase('makes one administrator and one key when two processes start at once', async () => {
    const workspace = await newWorkspace();
    const apps = await Promise.all([start([identity], { ...shownOnce, workspace }), start([identity], { ...shownOnce, workspace })]);
    const { keys } = await apps[0].host.ask(fetchAccess, {});
    const users = await apps[1].store('identity').reader().count(User);
    const passwords = madeUp().map(([, secret]) => secret);
    const { status } = await apps[0].as(null).post(login, { username: 'admin', password: passwords[0] });
    await Promise.all(apps.map((app) => app.close({ keepData: true })));
    await removeWorkspace(workspace);
    equal(passwords.length, 1);
    equal(keys.length, 1);
    equal(users, 1);
    equal(status, 200);
  });

  it('creates the tokens of the settings once', async () => {
    const workspace = await newWorkspace();
    const [ci, app, web] = [`*:*.${randomHex()}`, `default:development.${randomHex()}`, `*:production.${randomHex()}`];
    const settings = {
      INIT_ADMIN_PASSWORD: password,
      INIT_ADMIN_API_TOKENS: ci,
      INIT_CLIENT_API_TOKENS: app,
      INIT_FRONTEND_API_TOKENS: web,
    };
    const one = await startIdentity({ workspace, settings });
    const kinds = (await one.events('identity')).map(({ data }) => data.type);
    equal((await one.holding('token', ci).get('/api/admin/api-tokens')).status, 200);
    const { tokens } = await one.host.ask(fetchTokens, {});
    deepEqual(
      tokens.map(({ name, type, projects, environment }) => [name, type, projects, environment]),
      [
        ['initial-admin', 'admin', ['*'], '*'],
        ['initial-client', 'client', ['default'], 'development'],
        ['initial-frontend', 'frontend', ['*'], 'production'],
      ],
    );
    equal(kinds.filter((type) => type === 'api-token-created').length, 3);
    await one.close({ keepData: true });
    const two = await startIdentity({ workspace, settings });
    deepEqual((await two.host.ask(fetchTokens, {})).tokens, tokens);
    await two.admin.delete(`/api/admin/api-tokens/${encodeURIComponent(app)}`);
    await two.close({ keepData: true });
    const three = await startIdentity({ workspace, settings });
    const left = (await three.host.ask(fetchTokens, {})).tokens.map(({ name }) => name);
    await three.close();
    deepEqual(left, ['initial-admin', 'initial-frontend']);
  });

  for (const [name, token] of [
    ['INIT_ADMIN_API_TOKENS', 'default:development.'],
    ['INIT_CLIENT_API_TOKENS', '*:*.'],
    ['INIT_CLIENT_API_TOKENS', 'nowhere:development.'],
    ['INIT_FRONTEND_API_TOKENS', 'default:moon.'],
  ] as const) {
    it(`fails with ${name}=${token}..., and names the setting`, async () => {
      const workspace = await newWorkspace();
      const starting = start([identity], { ...alone, workspace, settings: { [name]: token + randomHex() } });
      await rejects(starting, (error) => error instanceof SettingsProblem && error.message.includes(name));
      await removeWorkspace(workspace);
    });
  }

  inFiles('keeps its files from other users of the machine', async () => {
    const app = await start([identity], alone);
    const files = (await readdir(app.workspace.dataDir)).filter((file) => file.startsWith('identity'));
    const modes = await Promise.all(files.map(async (file) => (await stat(join(app.workspace.dataDir, file))).mode & 0o777));
    await app.close();
    ok(files.length > 0);
    deepEqual([...new Set(modes)], [0o600]);
  });
});
