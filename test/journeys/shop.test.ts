import { deepEqual, equal } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import { InMemStorageProvider, Unleash } from 'unleash-client';
import { contexts, type Environment, environments, expectedOn, features, type FixtureFeature } from '../fixtures/fixtures.ts';
import { type Product, startProduct } from './product.ts';

const fieldsOfFreshInstance = ['environment', 'userId', 'appName', 'currentTime', 'sessionId'];
const atOnce = 4;

describe('a shop with 210 features', function () {
  this.timeout(240_000);
  let product: Product;
  const applications = new Map<Environment, Unleash>();

  before(async () => {
    product = await startProduct();
    await setUp(product);
    await inParallel(features, (feature) => load(product, feature));
    for (const environment of environments) applications.set(environment, await connect(product, environment));
  });
  after(async () => {
    for (const application of applications.values()) application.destroy();
    await product.close();
  });

  it('is listed completely', async () => {
    const { body } = await product.admin.get('/api/admin/projects/default/features');
    equal(body.features.length, features.length);
  });

  for (const environment of environments) {
    for (const [who, context] of contexts) {
      it(`is on for ${who} in ${environment} as expected`, async () => {
        const application = applications.get(environment);
        const isOn = (name: string) => application?.isEnabled(name, context as never) ?? false;
        const on = () => features.map(({ name }) => name).filter(isOn);
        const inOrder = (names: string[]) => names.sort((one, other) => (one < other ? -1 : 1));
        await eventually(() => deepEqual(inOrder(on()), expectedOn(environment, who)), 20_000);
      });
    }
  }
});

/** Objects of the shop that a new instance does not have: an environment and context fields. */
async function setUp({ admin }: Product): Promise<void> {
  equal((await admin.post('/api/admin/environments', { name: 'staging', type: 'preproduction' })).status, 201);
  equal((await admin.post('/api/admin/projects/default/environments', { environment: 'staging' })).status, 200);
  const named = features.flatMap((feature) =>
    Object.values(feature.environments).flatMap(({ strategies }) =>
      strategies.flatMap(({ constraints }) => constraints.map(({ contextName }) => contextName)),
    ),
  );
  for (const name of new Set(named)) {
    if (!fieldsOfFreshInstance.includes(name)) equal((await admin.post('/api/admin/context', { name })).status, 201);
  }
}

/** Creates one feature through the administration API. */
async function load({ admin }: Product, feature: FixtureFeature): Promise<void> {
  const { name, type, description, impressionData } = feature;
  const created = await admin.post('/api/admin/projects/default/features', { name, type, description, impressionData });
  equal(created.status, 201, JSON.stringify(created.body));
  for (const [environment, { enabled, strategies }] of Object.entries(feature.environments)) {
    const path = `/api/admin/projects/default/features/${name}/environments/${environment}`;
    for (const strategy of strategies) {
      const { status, body } = await admin.post(`${path}/strategies`, strategy);
      equal(status, 200, `${name}: ${JSON.stringify(body)}`);
    }
    if (enabled) equal((await admin.post(`${path}/on`)).status, 200);
  }
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function connect({ admin, url }: Product, environment: Environment): Promise<Unleash> {
  const { body } = await admin.post('/api/admin/api-tokens', {
    tokenName: `shop-${environment}`,
    type: 'client',
    environment,
    projects: ['default'],
  });
  const authorization: string = body.secret;
  const application = new Unleash({
    url: `${url}/api`,
    appName: 'shop',
    refreshInterval: 500,
    disableMetrics: true,
    storageProvider: new InMemStorageProvider(),
    customHeaders: { Authorization: authorization },
  });
  application.on('error', () => undefined);
  application.on('warn', () => undefined);
  return application;
}
