import { equal } from 'node:assert/strict';
import type { Client } from '@signalbox/testing';
import { seeded } from '../../races/random.ts';

/** The project and environments that every compatible server has from the start. */
export const project = 'default';
const environments = ['development', 'production'];
/** The reference server refuses bodies of more than 100 kB. */
const featuresPerImport = 50;
const featuresPerLine = 1000;
const segmentCount = 12;

const areas = ['checkout', 'search', 'billing', 'onboarding', 'reports', 'mobile', 'admin', 'mail', 'pricing', 'catalog'];
const things = ['new-flow', 'dark-mode', 'fast-path', 'retry', 'banner', 'cache', 'api-v2', 'upsell', 'export', 'limits'];
const types = ['release', 'experiment', 'operational', 'kill-switch', 'permission'];
const tags = ['alpha', 'beta', 'q1', 'q2', 'web', 'backend', 'legacy'];
const countries = ['NO', 'SE', 'DK', 'FI', 'DE', 'FR', 'GB', 'US'];
const plans = ['free', 'team', 'pro', 'enterprise'];

type Random = () => number;

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
const oneOf = <T>(random: Random, list: readonly T[]): T => at(list, Math.floor(random() * list.length));
const numberFrom = (random: Random, from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
const listOf = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, index) => make(index));

/** Name of the feature with this number, the same in every run. */
export const nameOf = (index: number): string =>
  `${at(areas, index)}.${at(things, Math.floor(index / 10))}-${String(index).padStart(5, '0')}`;

/**
 * Fills an instance through its import with realistic features: one to three strategies in two environments, up to three constraints each,
 * segments, variants and tags. Half of them are on. A feature with the same number is the same in every run.
 */
export async function seed(admin: Client, size: number, say: (sentence: string) => void): Promise<void> {
  for (const name of ['country', 'plan', 'email', 'age', 'version']) await expect(admin.post('/api/admin/context', { name }), 201);
  for (let index = 0; index < segmentCount; index += 1) {
    const constraints = [{ contextName: 'plan', operator: 'IN', values: [`plan-${index}`, 'pro'] }];
    await expect(admin.post('/api/admin/segments', { name: `segment-${index}`, constraints }), 201);
  }
  for (let first = 0; first < size; first += featuresPerImport) {
    const numbers = listOf(Math.min(featuresPerImport, size - first), (step) => first + step);
    for (const offset of environments.keys()) {
      await expect(admin.post('/api/admin/features-batch/import', importOf(numbers, offset)), 200);
    }
    const done = first + numbers.length;
    if (done % featuresPerLine === 0) say(`  ${done} of ${size} features are there`);
  }
}

/** The body of an import of the features with these numbers, which differ between environments. */
export const importOf = (numbers: readonly number[], offset: number) => ({
  project,
  environment: at(environments, offset),
  data: dataOf(numbers, offset),
});

function dataOf(numbers: readonly number[], offset: number) {
  return {
    features: numbers.map((index) => ({
      name: nameOf(index),
      type: at(types, index),
      description: `Number ${index}: ${at(things, index)} of ${at(areas, index)}`,
    })),
    featureStrategies: numbers.flatMap((index) => strategiesOf(index, offset)),
    featureEnvironments: numbers.map((index) => ({
      name: nameOf(index),
      featureName: nameOf(index),
      enabled: (index + offset) % 2 === 0,
    })),
    featureTags: numbers
      .filter((index) => index % 3 === 0)
      .map((index) => ({ featureName: nameOf(index), tagType: 'simple', tagValue: at(tags, index) })),
    contextFields: [],
    tagTypes: [],
    segments: listOf(segmentCount, (index) => ({ id: index + 1, name: `segment-${index}` })),
  };
}

function strategiesOf(index: number, offset: number) {
  const random = seeded(index * environments.length + offset + 1);
  return listOf(numberFrom(random, 1, 3), (sortOrder) => ({
    name: 'flexibleRollout',
    featureName: nameOf(index),
    sortOrder,
    parameters: {
      rollout: String(oneOf(random, [0, 10, 25, 50, 75, 100])),
      stickiness: oneOf(random, ['default', 'userId', 'random']),
      groupId: nameOf(index),
    },
    constraints: random() < 0.3 ? [] : listOf(numberFrom(random, 1, 3), () => oneOf(random, constraintKinds)(random)),
    segments: random() < 0.25 ? [numberFrom(random, 1, segmentCount)] : [],
    variants: random() < 0.3 ? variantsOf(numberFrom(random, 2, 4)) : [],
  }));
}

const variantsOf = (count: number) =>
  listOf(count, (index) => ({
    name: `variant-${index}`,
    weight: Math.floor(1000 / count) + (index < 1000 % count ? 1 : 0),
    weightType: 'variable',
    stickiness: 'default',
    payload: { type: 'json', value: JSON.stringify({ color: at(countries, index), size: index }) },
  }));

const constraintKinds: readonly ((random: Random) => object)[] = [
  (random) => ({ contextName: 'country', operator: 'IN', values: listOf(numberFrom(random, 2, 5), () => oneOf(random, countries)) }),
  (random) => ({ contextName: 'plan', operator: 'NOT_IN', values: [oneOf(random, plans)] }),
  (random) => ({
    contextName: 'userId',
    operator: 'IN',
    values: listOf(numberFrom(random, 5, 25), () => String(numberFrom(random, 0, 999))),
  }),
  (random) => ({
    contextName: 'email',
    operator: 'STR_ENDS_WITH',
    values: ['@example.com', '@example.org'],
    caseInsensitive: random() < 0.5,
  }),
  (random) => ({
    contextName: 'email',
    operator: 'STR_STARTS_WITH',
    values: [oneOf(random, ['qa', 'dev', 'test'])],
    caseInsensitive: true,
  }),
  (random) => ({ contextName: 'age', operator: oneOf(random, ['NUM_GT', 'NUM_LT']), value: String(numberFrom(random, 18, 60)) }),
  (random) => ({
    contextName: 'currentTime',
    operator: oneOf(random, ['DATE_AFTER', 'DATE_BEFORE']),
    value: `20${numberFrom(random, 20, 29)}-06-15T12:00:00.000Z`,
  }),
  (random) => ({
    contextName: 'version',
    operator: oneOf(random, ['SEMVER_GT', 'SEMVER_LT']),
    value: `${numberFrom(random, 1, 4)}.${numberFrom(random, 0, 9)}.0`,
  }),
];

/** A context as an application sends it in a query, with a value for each field that constraints use. */
export const contextQuery = (userId: string): string =>
  `userId=${userId}&sessionId=s${userId}&properties[country]=NO&properties[plan]=pro&properties[email]=qa${userId}%40example.com` +
  '&properties[age]=33&properties[version]=2.5.0';

async function expect(answer: Promise<{ status: number; body: unknown }>, status: number): Promise<void> {
  const response = await answer;
  equal(response.status, status, JSON.stringify(response.body));
}
