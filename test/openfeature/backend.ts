import { equal, ok } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eventually } from '@signalbox/testing';
import { openFaultProxy } from '@signalbox/testing/fault-proxy';
import { findFreePort } from '@signalbox/testing/servers';
import { type Product, startProduct } from '../journeys/product.ts';
import { importOf, readFeatures } from './canonical-features.ts';

/** The addresses of a backend under test, as parameters of Cucumber's world. */
export interface BackendAddress {
  /** HTTP, for OFREP. */
  readonly url: string;
  readonly flagdPort: number;
  readonly token: string;
  readonly controlUrl: string;
}

export interface Backend {
  readonly address: BackendAddress;
  readonly product: Product;
  close(): Promise<void>;
}

const features = '/api/admin/projects/default/features';
const importPath = '/api/admin/features-batch/import';
const changing = 'changing-flag';

/** Starts the product with the flags of the data, behind proxies that simulate outages, and serves the control API of the provider suite. */
export async function startBackend(data: string): Promise<Backend> {
  const flagdPort = await findFreePort();
  const token = `default:development.${randomBytes(28).toString('hex')}`;
  const product = await startProduct({ FLAGD_PORT: String(flagdPort), FLAGD_TOKEN: token, INIT_CLIENT_API_TOKENS: token });
  await seed(product, data);
  const proxies = await Promise.all([product.url, `http://127.0.0.1:${flagdPort}`].map((url) => openFaultProxy(url)));
  const [http, flagd] = proxies as [(typeof proxies)[0], (typeof proxies)[0]];
  const isServed = (value: string) => eventually(async () => equal(await valueOf(product, token, changing), value));
  const reset = async () => {
    if ((await valueOf(product, token, changing)) === 'foo') return;
    await setChanging(product, 'foo');
    await isServed('foo');
  };
  await isServed('foo');
  const control = await serveControl({
    async start() {
      for (const proxy of proxies) proxy.inject({});
      await reset();
    },
    stop: async () => {
      for (const proxy of proxies) proxy.inject({ reset: true });
    },
    async change() {
      const next = (await valueOf(product, token, changing)) === 'foo' ? 'bar' : 'foo';
      await setChanging(product, next);
      await isServed(next);
    },
    reset,
  });
  const { origin } = new URL(http.url);
  return {
    address: { url: origin, flagdPort: flagd.port, token, controlUrl: control.url },
    product,
    async close() {
      await control.close();
      await Promise.all(proxies.map((proxy) => proxy.close()));
      await product.close();
    },
  };
}

async function seed(product: Product, data: string): Promise<void> {
  for (const name of ['email', 'customer', 'age']) equal((await product.admin.post('/api/admin/context', { name })).status, 201);
  const canonical = readFeatures(join(data, 'provider-tck/flags/canonical-flags.json'));
  const known = new Set(canonical.map(({ name }) => name));
  const others = readFeatures(join(data, 'sdk/test-flags.json')).filter(({ name }) => !known.has(name));
  const { status, body } = await product.admin.post(importPath, importOf([...canonical, ...others]));
  equal(status, 200, JSON.stringify(body));
}

async function valueOf(product: Product, authorization: string, key: string): Promise<unknown> {
  return (await product.as({ authorization }).post(`/ofrep/v1/evaluate/flags/${key}`, {})).body.value;
}

async function setChanging(product: Product, value: string): Promise<void> {
  const path = `${features}/${changing}/environments/development/strategies`;
  const [strategy] = (await product.admin.get(path)).body;
  ok(strategy, `${changing} has no strategy`);
  const variants = [{ ...strategy.variants[0], name: value, payload: { type: 'string', value } }];
  const { name, parameters } = strategy;
  const { status, body } = await product.admin.put(`${path}/${strategy.id}`, { name, parameters, constraints: [], variants });
  equal(status, 200, JSON.stringify(body));
}

type Calls = Readonly<Record<'start' | 'stop' | 'change' | 'reset', () => Promise<void>>>;

type Reply = readonly [status: number, body: object];

/** The control API of the provider suite (control-api.yaml), without the optional restart. */
async function serveControl(calls: Calls) {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://control');
    const send = ([status, body]: Reply) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const call = request.method === 'POST' ? calls[pathname.slice(1) as keyof Calls] : undefined;
    const isDefault = (searchParams.get('config') ?? 'default') === 'default';
    const execute = async (): Promise<Reply> => {
      if (request.method === 'GET' && pathname === '/healthz') return [200, { status: 'ok' }];
      if (!call) return [404, { error: `There is no ${request.method} ${pathname}.` }];
      if (!isDefault) return [400, { error: 'The only configuration is default.' }];
      await call();
      return [200, {}];
    };
    execute().then(send, (error: unknown) => send([500, { error: String(error) }]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
