import { deepEqual, equal } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import { InMemStorageProvider, Unleash } from 'unleash-client';
import { contextFields, contexts, type Environment, environments, expectedOn, features } from '../../fixtures/fixtures.ts';
import type { Product } from '../product.ts';
import { shareProduct } from './shared-product.ts';

const project = 'shop';

describe('a shop with 210 features', () => {
  const running = shareProduct();
  let product: Product;
  const applications = new Map<Environment, Unleash>();

  before(async () => {
    product = running();
    await setUp(product);
    for (const environment of environments) await importInto(product, environment);
    for (const environment of environments) applications.set(environment, await connect(product, environment));
  });
  after(() => {
    for (const application of applications.values()) application.destroy();
  });

  it('is listed completely', async () => {
    const { body } = await product.admin.get(`/api/admin/projects/${project}/features`);
    equal(body.features.length, features.length);
  });

  for (const environment of environments) {
    for (const [who, context] of contexts) {
      it(`is on for ${who} in ${environment} as expected`, async () => {
        const application = applications.get(environment);
        const isOn = (name: string) => application?.isEnabled(name, context as never) ?? false;
        const on = () => features.map(({ name }) => name).filter(isOn);
        const inOrder = (names: string[]) => names.sort((one, other) => (one < other ? -1 : 1));
        await eventually(() => deepEqual(inOrder(on()), expectedOn(environment, who)));
      });
    }
  }
});

/** The project of the shop, with an environment that a new instance does not have. */
async function setUp({ admin }: Product): Promise<void> {
  equal((await admin.post('/api/admin/environments', { name: 'staging', type: 'preproduction' })).status, 201);
  equal((await admin.post('/api/admin/projects', { id: project, name: 'Shop', environments: [...environments] })).status, 201);
}

/** Imports all features, with their strategies of one environment. */
async function importInto({ admin }: Product, environment: Environment): Promise<void> {
  const data = {
    contextFields,
    features: features.map(({ name, type, description, impressionData }) => ({ name, type, description, impressionData })),
    featureStrategies: features.flatMap((feature) =>
      feature.environments[environment].strategies.map((strategy) => ({ ...strategy, featureName: feature.name })),
    ),
    featureEnvironments: features.map((feature) => ({ name: feature.name, enabled: feature.environments[environment].enabled })),
  };
  const { status, body } = await admin.post('/api/admin/features-batch/import', { project, environment, data });
  equal(status, 200, JSON.stringify(body));
}

async function connect({ admin, url }: Product, environment: Environment): Promise<Unleash> {
  const { body } = await admin.post('/api/admin/api-tokens', {
    tokenName: `shop-${environment}`,
    type: 'client',
    environment,
    projects: [project],
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
