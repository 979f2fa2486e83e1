import { ok } from 'node:assert/strict';
import type { Product } from '../journeys/product.ts';
import { fillProduct, logInTo } from './sample.fixture.ts';

const sizes = { environments: 39, projects: 44, features: 2_000, requests: 10 };

/** Longest name of an environment that the console has met: 91 characters. */
const longEnvironment = `production-of-the-customer-with-the-longest-name-in-europe-${'x'.repeat(32)}`;
const longFeature = `checkout-${'n'.repeat(91)}`;
/** Has 24 characters, and three open requests. */
export const proposedFeature = 'another-checkout-feature';
const words = ['billing', 'search', 'checkout', 'delivery', 'account', 'mobile', 'عربي', '🚀🎄'];

const names = (count: number, nameOf: (index: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, index) => nameOf(index));

const environments = [longEnvironment, ...names(sizes.environments - 4, (index) => `customer-${String(index + 1).padStart(2, '0')}`)];
const wordAt = (index: number): string => words[index % words.length] ?? '';
const features = [
  longFeature,
  proposedFeature,
  ...names(sizes.features - 2, (index) => `${index % 8 < 6 ? wordAt(index) : 'operations'}-${String(index).padStart(4, '0')}`),
];

/** Fills the product with the sample, in the size of a large company: 39 environments, 44 projects, 2,000 features, 10 open requests. */
export async function fillInRealSize(product: Product): Promise<void> {
  await fillProduct(product);
  const admin = await logInTo(product);
  const send = async (method: 'post' | 'put', path: string, body: object): Promise<unknown> => {
    const answer = await admin[method](path, body);
    ok(answer.status < 300, `${path} ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  for (const [index, name] of environments.entries()) {
    const type = index < 20 ? 'production' : 'preproduction';
    await send('post', '/api/admin/environments', { name, type, sortOrder: 10 + index });
    await send('post', '/api/admin/projects/shop/environments', { environment: name });
  }
  for (let index = 1; index <= sizes.projects - 3; index += 1) {
    await send('post', '/api/admin/projects', { id: `project-${index}`, name: `Project ${index} ${wordAt(index)}` });
  }
  await send('post', '/api/admin/features-batch/import', { project: 'shop', environment: 'customer-01', data: importOf(features) });
  await sendRequests(send);
}

const importOf = (imported: readonly string[]) => ({
  features: imported.map((name, index) => ({ name, type: 'release', description: `${wordAt(index)} ${index}: ${words.join(' ')}` })),
  featureStrategies: imported.map((featureName) => ({ name: 'default', featureName, parameters: {}, constraints: [], segments: [] })),
  featureEnvironments: imported.map((name, index) => ({ name, featureName: name, enabled: index % 2 === 0, variants: [] })),
  featureTags: imported.map((featureName, index) => ({ featureName, tagType: 'team', tagValue: wordAt(index) })),
  tagTypes: [],
  segments: [],
  dependencies: [],
});

/** The sample has one open request. */
async function sendRequests(send: (method: 'post' | 'put', path: string, body: object) => Promise<unknown>): Promise<void> {
  const requests = '/api/admin/projects/shop/environments/production/change-requests';
  for (let index = 1; index < sizes.requests; index += 1) {
    const feature = index <= 3 ? proposedFeature : (features[index] ?? '');
    const change = { feature, action: 'updateEnabled', payload: { enabled: true } };
    const { id } = (await send('post', `${requests}?into=new`, [change])) as { readonly id: number };
    const request = `/api/admin/projects/shop/change-requests/${id}`;
    await send('put', `${request}/title`, { title: `${wordAt(index)} release ${index}` });
    await send('put', `${request}/state`, { state: 'In review' });
  }
}
