import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, Code, ConnectError, createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { eventually } from '@signalbox/testing';
import { findFreePort } from '@signalbox/testing/servers';
import { certificate, privateKey } from '../../packages/outbound/src/certificate.fixture.ts';
import { evaluationV1 } from '../../services/delivery/src/flagd/wire/evaluation-v1.ts';
import { evaluationV2 } from '../../services/delivery/src/flagd/wire/evaluation-v2.ts';
import { flagSync } from '../../services/delivery/src/flagd/wire/sync-v1.ts';
import { answerWhen, type DeliveryApp, openDeliveryApp } from './delivery-app.fixture.ts';

const definitions = '/flagd/v0/flags.json';

describe('the protocols of flagd', () => {
  let world: DeliveryApp;
  let port: number;
  let token: string;
  let frontend: string;
  before(async () => {
    port = await findFreePort();
    world = await openDeliveryApp({ settings: { FLAGD_PORT: String(port) } });
    for (const name of ['cart', 'theme', 'limit', 'plain']) await world.createFeature(name);
    await world.switchOn('cart');
    const rollout = { name: 'flexibleRollout', parameters: { rollout: '100', stickiness: 'default', groupId: 'x' }, constraints: [] };
    const ann = [{ contextName: 'userId', operator: 'IN', values: ['ann'] }];
    const variant = (name: string, payload: object) => [{ name, weight: 1000, weightType: 'variable', stickiness: 'default', payload }];
    await world.addStrategy('theme', { ...rollout, constraints: ann, variants: variant('blue', { type: 'string', value: '#00f' }) });
    await world.addStrategy('limit', { ...rollout, variants: variant('ten', { type: 'number', value: '10' }) });
    for (const name of ['theme', 'limit'])
      equal((await world.operator.post(`/api/admin/projects/default/features/${name}/environments/development/on`)).status, 200);
    token = await world.token({ projects: ['default'] });
    frontend = await world.token({ type: 'frontend', projects: ['default'] });
    await answerWhen(
      () => world.application(token).get(definitions),
      ({ status, body }) => status === 200 && body.flags.limit?.variants.ten === 10 && body.flags.theme?.targeting !== undefined,
    );
  });
  after(() => world.close());

  const grpc = () => createGrpcTransport({ baseUrl: `http://127.0.0.1:${port}` });
  const headersOf = (secret = token, more: Record<string, string> = {}) => ({ headers: { authorization: `Bearer ${secret}`, ...more } });
  const refusal = (code: Code) => (error: unknown) => {
    equal(ConnectError.from(error).code, code);
    return true;
  };

  for (const [name, transport] of [
    ['gRPC', grpc],
    ['Connect over HTTP/1.1', () => createConnectTransport({ httpVersion: '1.1', baseUrl: `http://127.0.0.1:${port}` })],
    ['Connect over HTTP/2', () => createConnectTransport({ httpVersion: '2', baseUrl: `http://127.0.0.1:${port}` })],
  ] as const)
    it(`evaluate each type over ${name}`, async () => {
      const client = createClient(evaluationV2, transport());
      const context = { targetingKey: 'ann' };
      const { value, reason, variant, metadata } = await client.resolveBoolean({ flagKey: 'cart', context }, headersOf());
      deepEqual([value, reason, variant], [true, 'STATIC', 'on']);
      deepEqual(metadata, { project: 'default', environment: 'development', toggleType: 'release' });
      deepEqual((await client.resolveString({ flagKey: 'theme', context }, headersOf())).value, '#00f');
      equal((await client.resolveInt({ flagKey: 'limit', context }, headersOf())).value, 10n);
      equal((await client.resolveFloat({ flagKey: 'limit', context }, headersOf())).value, 10);
      const bob = await client.resolveString({ flagKey: 'theme', context: { targetingKey: 'bob' } }, headersOf());
      deepEqual([bob.value, bob.reason, bob.variant], [undefined, 'DEFAULT', undefined]);
      await rejects(() => client.resolveString({ flagKey: 'limit' }, headersOf()), refusal(Code.InvalidArgument));
      await rejects(() => client.resolveString({ flagKey: 'none' }, headersOf()), refusal(Code.NotFound));
    });

  it('evaluate all flags of version 1', async () => {
    const { flags } = await createClient(evaluationV1, grpc()).resolveAll({ context: { targetingKey: 'ann' } }, headersOf());
    deepEqual(
      Object.entries(flags).map(([name, { value, variant }]) => [name, value.value, variant]),
      [
        ['cart', true, 'on'],
        ['limit', 10, 'ten'],
        ['plain', false, 'off'],
        ['theme', '#00f', 'blue'],
      ],
    );
  });

  it('refuse callers without a token, other projects, and definitions for frontend tokens', async () => {
    const client = createClient(evaluationV2, grpc());
    await rejects(() => client.resolveBoolean({ flagKey: 'cart' }), refusal(Code.Unauthenticated));
    await rejects(() => client.resolveBoolean({ flagKey: 'cart' }, headersOf('wrong')), refusal(Code.Unauthenticated));
    await rejects(
      () => client.resolveBoolean({ flagKey: 'cart' }, headersOf(token, { 'flagd-selector': 'other' })),
      refusal(Code.PermissionDenied),
    );
    await rejects(
      () => client.resolveBoolean({ flagKey: 'cart' }, headersOf(token, { 'flagd-selector': 'a=b' })),
      refusal(Code.InvalidArgument),
    );
    const properties = { flagKey: 'cart', context: { properties: 'x' } };
    await rejects(() => client.resolveBoolean(properties, headersOf()), refusal(Code.InvalidArgument));
    equal((await client.resolveBoolean({ flagKey: 'cart' }, headersOf(frontend))).value, true);
    await rejects(() => createClient(flagSync, grpc()).fetchAllFlags({}, headersOf(frontend)), refusal(Code.PermissionDenied));
    equal((await world.application(frontend).get(definitions)).status, 403);
    equal((await world.application(null).get(definitions)).status, 401);
  });

  it('send an event for each change, with the name of the flag, until the token is deleted', async () => {
    const client: Client<typeof evaluationV2> = createClient(evaluationV2, grpc());
    const own = await world.token({ projects: ['default'] });
    const events: string[] = [];
    const reading = (async () => {
      for await (const { type, data } of client.eventStream({}, headersOf(own))) events.push(`${type} ${JSON.stringify(data ?? null)}`);
    })();
    const ended = rejects(reading, refusal(Code.Unauthenticated));
    await eventually(() => deepEqual(events, ['provider_ready null']));
    equal((await world.operator.post('/api/admin/projects/default/features/plain/environments/development/on')).status, 200);
    await eventually(() => match(String(events[1]), /^configuration_change {"flags":{"plain":{"type":"update"}}}$/));
    await world.app.users.revoke(own);
    await ended;
  });

  it('send all definitions on connecting, and after a change', async () => {
    const client = createClient(flagSync, grpc());
    const received: string[] = [];
    const ending = new AbortController();
    const reading = (async () => {
      for await (const { flagConfiguration } of client.syncFlags({}, { ...headersOf(), signal: ending.signal }))
        received.push(flagConfiguration);
    })();
    const ended = rejects(reading, refusal(Code.Canceled));
    await eventually(() => equal(received.length, 1));
    await world.createFeature('another');
    await eventually(() => ok(Object.keys(JSON.parse(received.at(-1) ?? '{}').flags).includes('another')));
    ending.abort();
    await ended;
    const { flagConfiguration } = await client.fetchAllFlags({}, headersOf(token, { 'flagd-selector': 'flagSetId=default' }));
    equal(JSON.parse(flagConfiguration).metadata.flagSetId, 'default');
  });

  it('offer the definitions over HTTP, with an ETag', async () => {
    const { status, headers, body } = await world.application(token).get(definitions);
    equal(status, 200);
    deepEqual(body.flags.cart.variants, { on: true, off: false });
    equal((await world.application(token, { 'if-none-match': String(headers.etag) }).get(definitions)).status, 304);
    equal((await world.application(token).get(`${definitions}?project=other`)).status, 403);
  });

  it('report what flagd cannot express', async () => {
    await world.createFeature('inside');
    await world.addStrategy('inside', { name: 'remoteAddress', parameters: { IPs: '10.0.0.0/8' } });
    await world.createFeature('part');
    await world.addStrategy('part', { name: 'flexibleRollout', parameters: { rollout: '20', stickiness: 'default', groupId: 'plain' } });
    for (const name of ['inside', 'part'])
      equal((await world.operator.post(`/api/admin/projects/default/features/${name}/environments/development/on`)).status, 200);
    const report = '/api/admin/projects/default/flagd-report';
    await answerWhen(
      () => world.application(token).get(report),
      ({ body }) => {
        const [development] = body.environments;
        deepEqual(development.leftOut, [{ feature: 'inside', reasons: ['the strategy remoteAddress'] }]);
        deepEqual(development.otherUsers, ['part']);
        return true;
      },
    );
    equal((await world.application(token).get('/api/admin/projects/other/flagd-report')).status, 404);
  });
});

describe('the protocols of flagd over TLS', () => {
  let world: DeliveryApp;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'signalbox-flagd-'));
    await Promise.all([writeFile(join(folder, 'cert.pem'), certificate), writeFile(join(folder, 'key.pem'), privateKey)]);
  });
  after(async () => {
    await world.close();
    await rm(folder, { recursive: true });
  });

  it('answer with the certificate of the settings', async () => {
    const port = await findFreePort();
    const files = { FLAGD_TLS_CERT_FILE: join(folder, 'cert.pem'), FLAGD_TLS_KEY_FILE: join(folder, 'key.pem') };
    world = await openDeliveryApp({ settings: { FLAGD_PORT: String(port), ...files } });
    await world.createFeature('cart');
    await world.switchOn('cart');
    const token = await world.token({ projects: ['default'] });
    const nodeOptions = { ca: certificate, servername: 'public.example' };
    const client = createClient(evaluationV2, createGrpcTransport({ baseUrl: `https://127.0.0.1:${port}`, nodeOptions }));
    const headers = { authorization: token };
    await eventually(async () => equal((await client.resolveBoolean({ flagKey: 'cart' }, { headers })).value, true));
  });
});
