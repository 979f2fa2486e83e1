import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@signalbox/testing';
import { type DeliveryApp, features, names, openDeliveryApp } from '../delivery/delivery-app.fixture.ts';
import { openRelayApp, openRelayWith, type RelayApp } from './relay.fixture.ts';

const unreachable = 'http://127.0.0.1:1';
const secretOf = (digit: string, project = '*') => `${project}:development.${digit.repeat(56)}`;

describe('a relay without an upstream', () => {
  let folder: string;
  let relay: RelayApp | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'signalbox-relay-'));
  });
  afterEach(async () => {
    await relay?.close();
    relay = undefined;
    await rm(folder, { recursive: true });
  });

  async function write(name: string, content: unknown): Promise<string> {
    await writeFile(join(folder, name), JSON.stringify(content));
    return join(folder, name);
  }

  it('serves a file offline, and reads it again', async () => {
    const file = await write('features.json', {});
    const marked = `\ufeff${JSON.stringify({ cart: { enabled: true, variant: 'red' }, search: { enabled: false } })}`;
    await writeFile(file, marked);
    const [client, frontend, other] = [secretOf('a'), 'page-secret@development', secretOf('b', 'shop')];
    relay = await openRelayWith(['offline', '-b', file, '-c', `${client},${other}`, '-f', frontend, '--reload-interval', '1']);
    const { application } = relay;
    await eventually(async () => deepEqual(names(await application(client).get(features)), ['cart', 'search']));
    const { body } = await application(frontend).get('/api/frontend');
    deepEqual(
      body.toggles.map(({ name, variant }: { name: string; variant: { name: string } }) => [name, variant.name]),
      [['cart', 'red']],
    );
    deepEqual(names(await application(other).get(features)), []);
    equal((await application(frontend).get(features)).status, 403);
    equal((await application(secretOf('c')).get(features)).status, 401);
    await write('features.json', { version: 2, features: [{ name: 'shelf', project: 'shop', enabled: true, strategies: [] }] });
    await eventually(async () => deepEqual(names(await application(other).get(features)), ['shelf']));
  });

  it('requires the settings of its command', async () => {
    await rejects(openRelayWith(['offline']), /BOOTSTRAP_FILE is required/);
    await rejects(openRelayWith(['edge']), /UPSTREAM_URL is required/);
  });

  async function startsFromBackup(saved: (content: object) => unknown): Promise<void> {
    const content = { version: 2, features: [{ name: 'cart', project: 'default', enabled: true, strategies: [{ name: 'default' }] }] };
    await write('unleash_features.json', saved(content));
    const token = { token: secretOf('a'), type: 'client', environment: 'development', projects: ['*'], status: 'Validated' };
    const rejected = { ...token, token: secretOf('b'), status: 'Invalid' };
    await write('unleash_tokens.json', [token, rejected]);
    relay = await openRelayApp(unreachable, { BACKUP_FOLDER: folder });
    const { application } = relay;
    await eventually(async () => deepEqual(names(await application(token.token).get(features)), ['cart']));
    equal((await application(rejected.token).get(features)).status, 503);
    equal((await application(null).get('/internal-backstage/ready')).status, 200);
    match((await application(null).get('/internal-backstage/tokens')).body.token_validation_status[0].token, /^\*:development\.…$/);
  }

  it('starts from a backup of Unleash Edge 20', () => startsFromBackup((content) => [['development', content]]));

  it('starts from a backup of an earlier Unleash Edge', () => startsFromBackup((development) => ({ development })));

  it('waits for its upstream if the backup cannot be read', async () => {
    await write('unleash_tokens.json', { tokens: 1 });
    for (const broken of [null, { development: {} }, [['development']], [1], 'text']) {
      await write('unleash_features.json', broken);
      relay = await openRelayApp(unreachable, { BACKUP_FOLDER: folder });
      equal((await relay.application(secretOf('a')).get(features)).status, 503);
      await relay.close();
    }
    relay = undefined;
  });
});

describe('a relay with settings', () => {
  let upstream: DeliveryApp;
  let token: string;
  before(async () => {
    upstream = await openDeliveryApp();
    await upstream.createFeature('cart');
    token = await upstream.token();
  });
  after(() => upstream.close());

  async function withRelay(settings: Record<string, string>, work: (relay: RelayApp) => Promise<void>): Promise<void> {
    const relay = await openRelayApp(upstream.url, { TOKENS: token, ...settings });
    try {
      await work(relay);
    } finally {
      await relay.close();
    }
  }

  it('starts from its own backup, marked as stale, until the upstream responds', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'signalbox-relay-'));
    try {
      await withRelay({ BACKUP_FOLDER: folder }, ({ application }) =>
        eventually(async () => deepEqual(names(await application(token).get(features)), ['cart'])),
      );
      equal((await readFile(join(folder, 'delivery/tokens'), 'utf8')).includes(token), false);
      const relay = await openRelayApp(unreachable, { TOKENS: token, BACKUP_FOLDER: folder });
      const { headers, body } = await relay.application(token).get(features);
      deepEqual([body.features[0].name, headers['x-signalbox-stale']], ['cart', 'true']);
      equal((await relay.application(secretOf('d')).get(features)).status, 503);
      await relay.close();
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('may have a base path, another header for tokens, and no pages', () =>
    withRelay(
      { BASE_PATH: '/flags', TOKEN_HEADER: 'X-Token', DISABLE_TOKENS_ENDPOINT: 'true', DISABLE_ALL_ENDPOINT: 'true' },
      async (relay) => {
        const anonymous = relay.application(null, { 'x-token': token });
        await eventually(async () => deepEqual(names(await anonymous.get(`/flags${features}`)), ['cart']));
        const statuses = [
          features,
          `/flagship${features}`,
          '/flags/internal-backstage/tokens',
          '/flags/api/frontend/all',
          '/flags/internal-backstage/health',
        ];
        deepEqual(await Promise.all(statuses.map(async (path) => (await anonymous.get(path)).status)), [404, 404, 404, 404, 200]);
      },
    ));

  it('admits addresses by its lists', async () => {
    for (const [settings, status] of [
      [{ DENY_LIST: '127.0.0.0/8' }, 403],
      [{ ALLOW_LIST: '10.0.0.0/8, ::1' }, 403],
      [{ ALLOW_LIST: '127.0.0.1' }, 200],
    ] as const)
      await withRelay(settings, async ({ application }) => equal((await application(null).get('/health')).status, status));
  });

  it('shows its state to operators, without secrets', () =>
    withRelay({}, async ({ application }) => {
      await eventually(async () => equal((await application(token).get(features)).status, 200));
      const pages = await Promise.all(
        ['features', 'tokens', 'instancedata', 'metricsbatch', 'metrics'].map((page) =>
          application(null).get(`/internal-backstage/${page}`),
        ),
      );
      const [shown, tokens, instance, , metrics] = pages.map(({ body }) => body);
      deepEqual([shown.features[0].name, tokens.token_refreshes.length, instance.appName], ['cart', 1, 'signalbox-relay']);
      match(metrics, /^signalbox_relay_current 1$/m);
      equal(
        pages.some(({ body }) => JSON.stringify(body).includes(token)),
        false,
      );
    }));
});
