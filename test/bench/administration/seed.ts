import { equal } from 'node:assert/strict';
import type { Client } from '@signalbox/testing';

/** Number of features in the first project. All others are in the second. */
export const projectSize = 1000;
export const largeProject = 'shop-large';
export const projectOf = (index: number): string => (index < projectSize ? 'shop-0' : largeProject);

const areas = ['checkout', 'search', 'billing', 'onboarding', 'reports', 'mobile', 'admin', 'mail', 'pricing', 'catalog'];
const things = ['new-flow', 'dark-mode', 'fast-path', 'retry', 'banner', 'cache', 'api-v2', 'upsell', 'export', 'limits'];
const types = ['release', 'experiment', 'operational', 'kill-switch', 'permission'];
const tags = ['alpha', 'beta', 'q1', 'q2', 'web', 'backend', 'legacy'];
const countries = ['NO', 'SE', 'DK', 'FI', 'DE', 'FR', 'GB', 'US'];
const segmentCount = 12;
/** The default environments, and one more. */
const environments = ['development', 'production', 'staging'];

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** Name of the feature with a number. The same in every run. */
export const nameOf = (index: number): string =>
  `${at(areas, index)}.${at(things, Math.floor(index / 10))}-${String(index).padStart(5, '0')}`;

/**
 * Fills an instance with features that have one to three strategies in three environments, constraints, segments and tags. Half of them are
 * on.
 */
export async function seed(admin: Client, size: number, say: (sentence: string) => void): Promise<void> {
  for (const name of ['country', 'plan']) await expect(admin.post('/api/admin/context', { name }), 201);
  for (let index = 0; index < segmentCount; index += 1) {
    const constraints = [{ contextName: 'plan', operator: 'IN', values: [`plan-${index}`, 'pro'] }];
    await expect(admin.post('/api/admin/segments', { name: `segment-${index}`, constraints }), 201);
  }
  await expect(admin.post('/api/admin/environments', { name: 'staging', type: 'preproduction' }), 201);
  for (const id of new Set([projectOf(0), projectOf(size - 1)])) await expect(admin.post('/api/admin/projects', { id, name: id }), 201);
  for (let first = 0; first < size; first += projectSize) {
    await fillProject(admin, first, Math.min(projectSize, size - first));
    say(`  ${Math.min(first + projectSize, size)} of ${size} features created`);
  }
}

async function fillProject(admin: Client, first: number, count: number): Promise<void> {
  const id = projectOf(first);
  const numbers = Array.from({ length: count }, (_, step) => first + step);
  for (const [offset, environment] of environments.entries()) {
    const data = {
      features: numbers.map((index) => feature(index)),
      featureStrategies: numbers.flatMap((index) => strategies(index, (index + offset) % 3)),
      featureEnvironments: numbers.map((index) => ({
        name: nameOf(index),
        featureName: nameOf(index),
        enabled: (index + offset) % 2 === 0,
      })),
      featureTags: numbers
        .filter((index) => index % 3 === 0)
        .map((index) => ({ featureName: nameOf(index), tagType: 'simple', tagValue: at(tags, index) })),
      tagTypes: [{ name: 'simple', description: null, icon: null }],
      segments: Array.from({ length: segmentCount }, (_, index) => ({ id: index + 1, name: `segment-${index}` })),
    };
    await expect(admin.post('/api/admin/features-batch/import', { project: id, environment, data }), 200);
  }
}

const feature = (index: number) => ({
  name: nameOf(index),
  type: at(types, index),
  description: `Number ${index}: ${at(things, index)} of ${at(areas, index)}`,
});

function strategies(index: number, last: number) {
  const constraints = [
    { contextName: 'country', operator: 'IN', values: [at(countries, index), at(countries, index + 3)] },
    { contextName: 'userId', operator: 'NOT_IN', values: [`${index}`, `${index + 1}`] },
  ];
  return Array.from({ length: last + 1 }, (_, step) => ({
    name: 'flexibleRollout',
    featureName: nameOf(index),
    sortOrder: step,
    parameters: { rollout: String((index * 10) % 101), stickiness: 'default', groupId: nameOf(index) },
    constraints: constraints.slice(0, (index + step) % 3),
    segments: (index + step) % 4 === 0 ? [1 + (index % segmentCount)] : [],
  }));
}

async function expect(answer: Promise<{ status: number; body: unknown }>, wanted: number): Promise<void> {
  const { status, body } = await answer;
  equal(status, wanted, JSON.stringify(body));
}
