import { equal } from 'node:assert/strict';
import type { Client } from '@signalbox/testing';

/** Features of one project; the projects are called shop-0, shop-1 and so on. */
export const projectSize = 1000;
export const projectOf = (index: number): string => `shop-${Math.floor(index / projectSize)}`;

const areas = ['checkout', 'search', 'billing', 'onboarding', 'reports', 'mobile', 'admin', 'mail', 'pricing', 'catalog'];
const things = ['new-flow', 'dark-mode', 'fast-path', 'retry', 'banner', 'cache', 'api-v2', 'upsell', 'export', 'limits'];
const types = ['release', 'experiment', 'operational', 'kill-switch', 'permission'];
const tags = ['alpha', 'beta', 'q1', 'q2', 'web', 'backend', 'legacy'];
const countries = ['NO', 'SE', 'DK', 'FI', 'DE', 'FR', 'GB', 'US'];
const segmentCount = 12;
const atOnce = 8;

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** The name of the feature with a number: the same in every run. */
export const nameOf = (index: number): string =>
  `${at(areas, index)}.${at(things, Math.floor(index / 10))}-${String(index).padStart(5, '0')}`;

/** Fills an instance: features with one to three strategies in two environments, constraints, segments, tags; half of them on. */
export async function seed(admin: Client, size: number, say: (sentence: string) => void): Promise<void> {
  await createSurroundings(admin, size);
  let left = size;
  await inParallel(size, async (index) => {
    await createOne(admin, index);
    left -= 1;
    if (left % 1000 === 0) say(`  ${size - left} of ${size} features are there`);
  });
}

async function createSurroundings(admin: Client, size: number): Promise<void> {
  for (let index = 0; index < size; index += projectSize) {
    const id = projectOf(index);
    equal((await admin.post('/api/admin/projects', { id, name: id })).status, 201);
  }
  for (const name of ['country', 'plan']) equal((await admin.post('/api/admin/context', { name })).status, 201);
  for (let index = 0; index < segmentCount; index += 1) {
    const constraints = [{ contextName: 'plan', operator: 'IN', values: [`plan-${index}`, 'pro'] }];
    equal((await admin.post('/api/admin/segments', { name: `segment-${index}`, constraints })).status, 201);
  }
}

async function createOne(admin: Client, index: number): Promise<void> {
  const [name, project] = [nameOf(index), projectOf(index)];
  const features = `/api/admin/projects/${project}/features`;
  const description = `Number ${index}: ${at(things, index)} of ${at(areas, index)}`;
  await expect(admin.post(features, { name, type: at(types, index), description }), 201);
  for (const [offset, environment] of ['development', 'production'].entries()) {
    const place = `${features}/${name}/environments/${environment}`;
    for (let step = 0; step <= (index + offset) % 3; step += 1) await expect(admin.post(`${place}/strategies`, strategy(index, step)), 200);
    if ((index + offset) % 2 === 0) await expect(admin.post(`${place}/on`), 200);
  }
  if (index % 3 === 0) await expect(admin.post(`/api/admin/features/${name}/tags`, { type: 'simple', value: at(tags, index) }), 201);
}

function strategy(index: number, step: number) {
  const constraints = [
    { contextName: 'country', operator: 'IN', values: [at(countries, index), at(countries, index + 3)] },
    { contextName: 'userId', operator: 'NOT_IN', values: [`${index}`, `${index + 1}`] },
  ];
  return {
    name: 'flexibleRollout',
    parameters: { rollout: String((index * 10) % 101), stickiness: 'default', groupId: nameOf(index) },
    constraints: constraints.slice(0, (index + step) % 3),
    segments: (index + step) % 4 === 0 ? [1 + (index % segmentCount)] : [],
  };
}

async function expect(answer: Promise<{ status: number; body: unknown }>, wanted: number): Promise<void> {
  const { status, body } = await answer;
  equal(status, wanted, JSON.stringify(body));
}

async function inParallel(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
