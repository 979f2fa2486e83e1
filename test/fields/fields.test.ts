import { deepEqual, equal, ok } from 'node:assert/strict';
import { audit } from '@signalbox/audit';
import { type TestApp, type Client, start } from '@signalbox/testing';
import { toggles } from '@signalbox/toggles';
import {
  constraint,
  featureVariant,
  number,
  payload,
  protect,
  readAll,
  reportUse,
  restVariant,
  setUp,
  strategyVariant,
} from './shop.fixture.ts';
import { fieldNames, stats } from './specification-fields.ts';

const isTime = (value: unknown) => equal(new Date(String(value)).toISOString(), value);
const isUuid = (value: unknown) => ok(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(value)), String(value));

/** Every field of the specification's tables on the toggle side is set and read back, or computed, including deprecated ones. */
describe('every field of the specification', () => {
  let app: TestApp;
  let admin: Client;
  let segment: number;
  let read: Record<string, Record<string, unknown>>;

  before(async () => {
    app = await start([toggles, audit]);
    admin = app.as(app.users.admin);
    segment = await setUp(admin);
    await reportUse(app, admin);
    await protect(app);
    read = await readAll(admin);
  });
  after(() => app.close());

  const sections = (): Record<string, Record<string, unknown>> => ({
    Tag: { value: 'ours', type: 'simple' },
    Constraint: constraint,
    'Constraint with one value': { value: '7', values: [] },
    Payload: payload,
    'Strategy-level variant': strategyVariant,
    'Feature-level variant': featureVariant,
    'Feature strategy': {
      id: isUuid,
      name: 'flexibleRollout',
      title: 'first',
      disabled: false,
      featureName: 'cart',
      sortOrder: 3,
      segments: [segment],
      constraints: [constraint, { ...number, values: [] }],
      variants: [strategyVariant, restVariant],
      parameters: { rollout: '50', stickiness: 'default', groupId: 'cart' },
    },
    'Feature environment': {
      name: 'development',
      featureName: 'cart',
      environment: 'development',
      type: 'development',
      enabled: true,
      sortOrder: 2,
      variantCount: 1,
      strategies: (value: unknown) => equal((value as unknown[]).length, 1),
      variants: [featureVariant],
      lastSeenAt: isTime,
      hasStrategies: true,
      hasEnabledStrategies: true,
    },
    Feature: {
      name: 'cart',
      type: 'experiment',
      description: 'What is bought',
      archived: false,
      project: 'shop',
      enabled: true,
      stale: true,
      favorite: true,
      impressionData: true,
      createdAt: isTime,
      archivedAt: null,
      lastSeenAt: isTime,
      environments: (value: unknown) => equal((value as unknown[]).length, 2),
      variants: [featureVariant],
      strategies: [],
      tags: [{ value: 'ours', type: 'simple' }],
      children: ['basket'],
      dependencies: [],
    },
    'Feature, as a child': { dependencies: [{ feature: 'cart', enabled: true, variants: ['red'] }], children: [] },
    'Feature, archived': { archived: true, archivedAt: isTime },
    'Health report': {
      version: 1,
      name: 'Shop',
      description: 'All of it',
      defaultStickiness: 'userId',
      mode: 'protected',
      featureLimit: 9,
      members: 1,
      health: (value: unknown) => ok(Number.isInteger(value) && Number(value) < 100, String(value)),
      environments: (value: unknown) => equal((value as unknown[]).length, 2),
      features: (value: unknown) => equal((value as unknown[]).length, 2),
      updatedAt: isTime,
      createdAt: isTime,
      favorite: true,
      stats: (value: unknown) => deepEqual(Object.keys(value as object).sort(), stats.toSorted()),
      featureNaming: { pattern: '[a-z]+', example: 'cart', description: 'One word' },
      potentiallyStaleCount: 0,
      activeCount: 1,
      staleCount: 1,
    },
    'Health report, environments': {
      environment: 'development',
      changeRequestsEnabled: true,
      defaultStrategy: {
        name: 'flexibleRollout',
        title: 'usual',
        disabled: false,
        sortOrder: 4,
        constraints: [constraint],
        variants: [strategyVariant, restVariant],
        parameters: { rollout: '20', stickiness: 'default', groupId: '' },
        segments: [segment],
      },
    },
    'Health report, stats': {
      avgTimeToProdCurrentWindow: 0,
      createdCurrentWindow: 2,
      createdPastWindow: 0,
      archivedCurrentWindow: 1,
      archivedPastWindow: 0,
      projectActivityCurrentWindow: (value: unknown) => ok(Number(value) > 5, String(value)),
      projectActivityPastWindow: 0,
      projectMembersAddedCurrentWindow: 1,
    },
    'Error body': { id: isUuid, name: 'NotFoundError', message: (value: unknown) => ok(String(value).length > 10) },
  });

  for (const [section, fields] of Object.entries(fieldNames)) {
    for (const field of fields) {
      it(`${section}: ${field}`, () => {
        const expected = sections()[section]?.[field];
        const value = read[section]?.[field];
        if (typeof expected === 'function') (expected as (value: unknown) => void)(value);
        else deepEqual(value, expected);
      });
    }
    it(`${section}: every field has an expected value`, () => {
      deepEqual(Object.keys(sections()[section] ?? {}).sort(), fields.toSorted());
    });
  }
});
