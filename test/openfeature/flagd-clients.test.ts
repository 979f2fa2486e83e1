import { deepEqual, equal, ok } from 'node:assert/strict';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { FlagdCore } from '@openfeature/flagd-core';
import { FlagdProvider } from '@openfeature/flagd-provider';
import { OpenFeature, ProviderEvents } from '@openfeature/server-sdk';
import { eventually } from '@signalbox/testing';
import { findFreePort } from '@signalbox/testing/servers';
import { randomBytes } from 'node:crypto';
import { evaluationV2 } from '../../services/delivery/src/flagd/wire/evaluation-v2.ts';
import { flagSync } from '../../services/delivery/src/flagd/wire/sync-v1.ts';
import { type Product, startProduct } from '../journeys/product.ts';
import { openRelayWith } from '../relay/relay.fixture.ts';

const projects = '/api/admin/projects';
const silent = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };

describe('clients of flagd', () => {
  let product: Product;
  let port: number;
  before(async () => {
    port = await findFreePort();
    const token = `*:development.${randomBytes(28).toString('hex')}`;
    product = await startProduct({ FLAGD_PORT: String(port), FLAGD_TOKEN: token, INIT_CLIENT_API_TOKENS: token });
    equal((await product.admin.post(projects, { id: 'shop', name: 'Shop' })).status, 201);
    for (const [project, name] of [
      ['default', 'cart'],
      ['shop', 'sale'],
    ] as const) {
      equal((await product.admin.post(`${projects}/${project}/features`, { name })).status, 201);
      await turn(project, name, 'on');
    }
  });
  after(async () => {
    await OpenFeature.close();
    await product.close();
  });

  const turn = async (project: string, name: string, state: 'on' | 'off') =>
    equal((await product.admin.post(`${projects}/${project}/features/${name}/environments/development/${state}`)).status, 200);
  const transport = () => createGrpcTransport({ baseUrl: `http://127.0.0.1:${port}` });

  for (const resolverType of ['rpc', 'in-process'] as const) {
    it(`reconnect after the product was killed, and follow changes: ${resolverType}`, async () => {
      const provider = new FlagdProvider({
        host: '127.0.0.1',
        port,
        resolverType,
        cache: 'disabled',
        deadlineMs: 5000,
        retryBackoffMaxMs: 100,
      });
      await OpenFeature.setProviderAndWait(resolverType, provider);
      const client = OpenFeature.getClient(resolverType);
      const value = (fallback: boolean) => client.getBooleanValue('cart', fallback);
      await eventually(async () => equal(await value(false), true));
      const lost = Promise.withResolvers<unknown>();
      client.addHandler(ProviderEvents.Stale, lost.resolve);
      await product.crash();
      await lost.promise;
      await eventually(async () => equal(client.providerStatus, 'READY'));
      await turn('default', 'cart', 'off');
      await eventually(async () => equal(await value(true), false));
      await turn('default', 'cart', 'on');
      await eventually(async () => equal(await value(false), true));
    });

    it(`see only the project of their selector: ${resolverType}`, async () => {
      const provider = new FlagdProvider({
        host: '127.0.0.1',
        port,
        resolverType,
        cache: 'disabled',
        selector: 'flagSetId=shop',
        deadlineMs: 5000,
      });
      await OpenFeature.setProviderAndWait(`${resolverType} of shop`, provider);
      const client = OpenFeature.getClient(`${resolverType} of shop`);
      await eventually(async () => equal(await client.getBooleanValue('sale', false), true));
      const { errorCode, value } = await client.getBooleanDetails('cart', false);
      deepEqual([value, errorCode], [false, 'FLAG_NOT_FOUND']);
    });
  }

  it('receive definitions that the evaluator of flagd accepts, with the project and the revision', async () => {
    const { flagConfiguration } = await createClient(flagSync, transport()).fetchAllFlags({ selector: 'shop' });
    const { flags, metadata } = JSON.parse(flagConfiguration);
    deepEqual(Object.keys(flags), ['sale']);
    deepEqual([metadata.flagSetId, metadata.environment], ['shop', 'development']);
    ok(Number(metadata.version) > 0);
    const core = new FlagdCore(undefined, silent);
    core.setConfigurations(flagConfiguration);
    deepEqual(core.resolveBooleanEvaluation('sale', false, {}, silent).value, true);
  });

  it('are refused as unavailable by a relay that has no features yet, instead of finding none', async () => {
    const own = await findFreePort();
    const token = `*:development.${randomBytes(28).toString('hex')}`;
    const settings = { FLAGD_PORT: String(own), PRETRUSTED_TOKENS: token };
    const relay = await openRelayWith(['edge', '--upstream-url', 'http://127.0.0.1:1'], settings);
    try {
      const client = createClient(evaluationV2, createGrpcTransport({ baseUrl: `http://127.0.0.1:${own}` }));
      const error = await client.resolveBoolean({ flagKey: 'cart' }, { headers: { authorization: token } }).then(
        () => undefined,
        (reason: unknown) => ConnectError.from(reason),
      );
      equal(error?.code, Code.Unavailable);
      ok(error.message.includes('Features are not loaded yet.'), error.message);
    } finally {
      await relay.close();
    }
  });
});
