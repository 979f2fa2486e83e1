import { deepEqual, equal } from 'node:assert/strict';
import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature } from '@openfeature/server-sdk';
import { OpenFeature as BrowserOpenFeature, type Provider } from '@openfeature/web-sdk';
import { eventually } from '@signalbox/testing';
import { InMemStorageProvider, Unleash, UnleashEvents } from 'unleash-client';
import { InMemoryStorageProvider, UnleashClient } from 'unleash-proxy-client';
import type { Product } from '../product.ts';
import { shareProduct } from './shared-product.ts';

const features = '/api/admin/projects/default/features';

/** A published client connected to the product, and a function to evaluate with it. */
interface Subject {
  isOn(feature: string): boolean | Promise<boolean>;
  /** Sends usage reports; only for clients that support it. */
  report?(): Promise<unknown>;
  close(): Promise<void> | void;
}

const subjects: Record<string, (product: Product, errors: unknown[]) => Promise<Subject>> = {
  'unleash-client, polling': server({ type: 'polling', format: 'full' }),
  'unleash-client, polling for changes': server({ type: 'polling', format: 'delta' }),
  'unleash-client, streaming': server({ type: 'streaming' }),
  async 'unleash-proxy-client'({ url, tokens }, errors) {
    const client = new UnleashClient({
      url: `${url}/api/frontend`,
      clientKey: tokens.frontend,
      appName: 'unleash-proxy-client',
      refreshInterval: 1,
      metricsIntervalInitial: 0,
      fetch: globalThis.fetch,
      createAbortController: () => new AbortController(),
      storageProvider: new InMemoryStorageProvider(),
    });
    client.on('error', (error: unknown) => errors.push(error));
    await client.start();
    return { isOn: (feature) => client.isEnabled(feature), report: () => client.sendMetrics(), close: () => client.stop() };
  },
  async '@openfeature/ofrep-provider'({ url, tokens }) {
    const provider = new OFREPProvider({ baseUrl: url, headers: [['Authorization', `Bearer ${tokens.client}`]] });
    await OpenFeature.setProviderAndWait(provider);
    const client = OpenFeature.getClient();
    return { isOn: (feature) => client.getBooleanValue(feature, false, { targetingKey: '7' }), close: () => OpenFeature.close() };
  },
  async '@openfeature/ofrep-web-provider'({ url, tokens }) {
    await BrowserOpenFeature.setContext({ targetingKey: '7' });
    const provider = new OFREPWebProvider({ baseUrl: url, pollInterval: 100, headers: [['Authorization', tokens.frontend]] });
    await BrowserOpenFeature.setProviderAndWait(provider as Provider);
    const client = BrowserOpenFeature.getClient();
    return { isOn: (feature) => client.getBooleanValue(feature, false), close: () => BrowserOpenFeature.close() };
  },
};

type Mode = NonNullable<ConstructorParameters<typeof Unleash>[0]['experimentalMode']>;

function server(mode: Mode) {
  return async ({ url, tokens }: Product, errors: unknown[]): Promise<Subject> => {
    const sdk = new Unleash({
      url: `${url}/api`,
      appName: `unleash-client-${Object.values(mode).join('-')}`,
      customHeaders: { Authorization: tokens.client },
      refreshInterval: 100,
      metricsInterval: 3_600_000,
      skipInstanceCountWarning: true,
      storageProvider: new InMemStorageProvider(),
      experimentalMode: mode,
    });
    for (const event of [UnleashEvents.Error, UnleashEvents.Warn, UnleashEvents.Mode]) {
      sdk.on(event, (detail: unknown) => void errors.push(detail));
    }
    await new Promise((resolve) => sdk.once(UnleashEvents.Synchronized, resolve));
    return { isOn: (feature) => sdk.isEnabled(feature, { userId: '7' }), report: () => sdk.flushMetrics(), close: () => sdk.destroy() };
  };
}

describe('published clients', () => {
  const running = shareProduct();
  let product: Product;
  before(() => {
    product = running();
  });

  const turn = async (feature: string, onOff: 'on' | 'off') => {
    equal((await product.admin.post(`${features}/${feature}/environments/development/${onOff}`)).status, 200);
  };

  for (const [index, [name, connect]] of Object.entries(subjects).entries()) {
    describe(name, () => {
      const feature = `checkout-${index}`;
      const errors: unknown[] = [];
      let subject: Subject;
      before(async () => {
        equal((await product.admin.post(features, { name: feature })).status, 201);
        await turn(feature, 'on');
        subject = await connect(product, errors);
      });
      after(() => subject.close());

      it('receives each change when a feature is switched on, off, and on again', async () => {
        await eventually(async () => equal(await subject.isOn(feature), true));
        await turn(feature, 'off');
        await eventually(async () => equal(await subject.isOn(feature), false));
        await turn(feature, 'on');
        await eventually(async () => equal(await subject.isOn(feature), true));
        deepEqual(errors, []);
      });

      if (name === '@openfeature/ofrep-provider')
        it('evaluates a disabled feature with typed variants as off, regardless of the default in code', async () => {
          const typed = `${feature}-typed`;
          equal((await product.admin.post(features, { name: typed })).status, 201);
          const strategies = `${features}/${typed}/environments/development/strategies`;
          const payload = { type: 'string', value: 'a text' };
          const variants = [{ name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default', payload }];
          equal((await product.admin.post(strategies, { name: 'default', variants })).status, 200);
          const client = OpenFeature.getClient();
          await eventually(async () => {
            const { value, reason, errorCode } = await client.getBooleanDetails(typed, true, { targetingKey: '7' });
            deepEqual({ value, reason, errorCode }, { value: false, reason: 'DISABLED', errorCode: undefined });
          });
          equal(await client.getStringValue(typed, 'in the code', { targetingKey: '7' }), 'in the code');
        });

      if (name.startsWith('@openfeature')) return; // These clients send no usage reports.
      it('reports usage, so that the feature is marked as used', async () => {
        await subject.report?.();
        await eventually(async () => {
          const { body } = await product.admin.get(`${features}/${feature}`);
          return body.environments.some(({ lastSeenAt }: { lastSeenAt: string | null }) => lastSeenAt !== null);
        });
        deepEqual(errors, []);
      });
    });
  }
});
