import { yieldToOthers } from '@signalbox/kit';
import { deepEqual, equal } from 'node:assert/strict';
import type { FeatureState, SegmentState, StatePage, StrategyState } from '@signalbox/contracts';
import { openReplica, type View } from '@signalbox/replica';
import { eventually } from '@signalbox/testing';
import { Bodies } from '../body/bodies.ts';
import { type FeatureParameters, type FeatureQuery, readFeatureQuery } from './feature-query.ts';
import { type Format, hydrationFormat, listFormat, requestFor } from './write-features.ts';

const strategy = (own: Partial<StrategyState> = {}): StrategyState => ({
  name: 'flexibleRollout',
  parameters: { rollout: '50' },
  constraints: [],
  variants: [],
  segments: [],
  ...own,
});

const feature = (name: string, own: Partial<FeatureState> = {}): FeatureState => ({
  name,
  project: 'default',
  type: 'release',
  description: null,
  stale: false,
  impressionData: false,
  dependencies: [],
  environments: { production: { enabled: true, strategies: [strategy()], variants: [] } },
  ...own,
});

const within = (...strategies: StrategyState[]) => ({ environments: { production: { enabled: true, strategies, variants: [] } } });
const inside = { contextName: 'plan', operator: 'IN' as const, values: ['gold'] };
const own = { contextName: 'userId', operator: 'IN' as const, values: ['7'] };
const gold: SegmentState = { id: 3, name: 'gold', constraints: [inside] };
const unused: SegmentState = { id: 4, name: 'unused', constraints: [] };

async function viewOf(features: FeatureState[], segments: SegmentState[] = []): Promise<View> {
  const page: StatePage = { revision: 7, features, segments, next: null };
  const replica = openReplica({ fetchPage: async () => page, schedule: () => () => undefined, yieldToOthers: () => yieldToOthers() });
  replica.resync();
  await eventually(() => replica.ready);
  replica.close();
  return replica.view;
}

const queryOf = (parameters: FeatureParameters = {}, clientSpec?: string): FeatureQuery => {
  const token = { hash: '', name: '', type: 'admin' as const, projects: ['*'], environment: '*', expiresAt: null };
  return readFeatureQuery(token, { environment: 'production', ...parameters }, clientSpec);
};

async function write(view: View, query: FeatureQuery, format: Format = listFormat) {
  const body = await new Bodies(() => new Date()).get(requestFor({ format, view, query, revision: 7 }, 'plain'));
  return JSON.parse(body.toString('utf8'));
}

describe('the list of features', () => {
  it('has exactly the form that SDKs expect', async () => {
    const query = queryOf();
    deepEqual(await write(await viewOf([feature('a')]), query), {
      version: 2,
      features: [
        {
          name: 'a',
          type: 'release',
          enabled: true,
          project: 'default',
          stale: false,
          strategies: [{ name: 'flexibleRollout', constraints: [], parameters: { rollout: '50' }, variants: [] }],
          variants: [],
          description: null,
          impressionData: false,
        },
      ],
      query: { environment: 'production', inlineSegmentConstraints: true },
      meta: { revisionId: 7, etag: `"${query.queryHash}:7"`, queryHash: query.queryHash },
    });
  });

  it('is sorted by name and limited to the scope', async () => {
    const features = [feature('b.2'), feature('a'), feature('b.1'), feature('b.3', { project: 'other' })];
    const names = async (parameters: FeatureParameters) =>
      (await write(await viewOf(features), queryOf(parameters))).features.map(({ name }: { name: string }) => name);
    deepEqual(await names({}), ['a', 'b.1', 'b.2', 'b.3']);
    deepEqual(await names({ project: ['default'], namePrefix: 'b.' }), ['b.1', 'b.2']);
    deepEqual(await names({ project: ['nowhere'] }), []);
  });

  it('contains a disabled feature if its project does not use the environment', async () => {
    const { features } = await write(await viewOf([feature('a', { environments: {} })]), queryOf());
    deepEqual([features[0].enabled, features[0].strategies], [false, []]);
  });

  it('lists the used segments separately for SDKs that support them', async () => {
    const view = await viewOf([feature('a', within(strategy({ segments: [3], constraints: [own] })))], [gold, unused]);
    const { features, segments } = await write(view, queryOf({}, '5.0.0'));
    deepEqual(segments, [gold]);
    deepEqual(features[0].strategies[0].segments, [3]);
    deepEqual(features[0].strategies[0].constraints, [own]);
  });

  it('appends the constraints of segments to the strategy for older SDKs', async () => {
    const view = await viewOf([feature('a', within(strategy({ segments: [3], constraints: [own] })))], [gold]);
    const body = await write(view, queryOf());
    deepEqual(body.features[0].strategies[0].constraints, [own, inside]);
    equal('segments' in body, false);
    equal('segments' in body.features[0].strategies[0], false);
  });

  it('disables a strategy whose segment is missing', async () => {
    const { features } = await write(await viewOf([feature('a', within(strategy({ segments: [9] })))]), queryOf());
    deepEqual(features[0].strategies[0].constraints, [{ contextName: 'appName', operator: 'IN', values: [] }]);
  });

  it('lists variants of an enabled parent only', async () => {
    const dependencies = [
      { feature: 'on', enabled: true, variants: ['x'] },
      { feature: 'any', enabled: true, variants: [] },
      { feature: 'off', enabled: false, variants: ['x'] },
    ];
    const { features } = await write(await viewOf([feature('a', { dependencies })]), queryOf());
    deepEqual(features[0].dependencies, [
      { feature: 'on', enabled: true, variants: ['x'] },
      { feature: 'any', enabled: true },
      { feature: 'off', enabled: false },
    ]);
  });
});

describe('a hydration event', () => {
  it('contains everything as one change, with separate segments', async () => {
    const view = await viewOf([feature('b', within(strategy({ segments: [3] }))), feature('a', { project: 'other' })], [gold, unused]);
    const { events } = await write(view, queryOf({ project: ['default'] }, '5.0.0'), hydrationFormat);
    equal(events.length, 1);
    const [{ eventId, type, features, segments }] = events;
    deepEqual([eventId, type, features.map(({ name }: { name: string }) => name), segments], [7, 'hydration', ['b'], [gold]]);
  });
});

describe('the request for a body', () => {
  it('distinguishes queries whose hashes collide', async () => {
    const bodies = new Bodies(() => new Date());
    const view = await viewOf([feature('a'), feature('b')]);
    const names = async (namePrefix: string) => {
      const query = { ...queryOf({ namePrefix }), queryHash: '00000000' };
      const body = await bodies.get(requestFor({ format: listFormat, view, query, revision: 7 }, 'plain'));
      return JSON.parse(body.toString('utf8')).features.map(({ name }: { name: string }) => name);
    };
    deepEqual([await names('a'), await names('b')], [['a'], ['b']]);
  });
});
