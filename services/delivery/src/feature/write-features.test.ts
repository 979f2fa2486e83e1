import { encodingFor, yieldToOthers } from '@signalbox/kit';
import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FeatureState, SegmentState, StatePage, StrategyState } from '@signalbox/contracts';
import { openReplica, type View } from '@signalbox/replica';
import { eventually } from '@signalbox/testing';
import { Bodies } from './bodies.ts';
import { type FeatureParameters, type FeatureQuery, readFeatureQuery } from './feature-query.ts';
import { hydrationFormat, listFormat } from './write-features.ts';

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

async function write(view: View, wanted: FeatureQuery) {
  return JSON.parse((await listFormat.write(view, wanted, 7)).toString('utf8'));
}

describe('write features', () => {
  it('writes exactly what SDKs expect', async () => {
    const wanted = queryOf();
    deepEqual(await write(await viewOf([feature('a')]), wanted), {
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
      meta: { revisionId: 7, etag: `"${wanted.queryHash}:7"`, queryHash: wanted.queryHash },
    });
  });

  it('shows features by name, those of the scope alone', async () => {
    const features = [feature('b.2'), feature('a'), feature('b.1'), feature('b.3', { project: 'other' })];
    const names = async (parameters: FeatureParameters) =>
      (await write(await viewOf(features), queryOf(parameters))).features.map(({ name }: { name: string }) => name);
    deepEqual(await names({}), ['a', 'b.1', 'b.2', 'b.3']);
    deepEqual(await names({ project: ['default'], namePrefix: 'b.' }), ['b.1', 'b.2']);
    deepEqual(await names({ project: ['nowhere'] }), []);
  });

  it('shows a feature switched off where its project does not use the environment', async () => {
    const { features } = await write(await viewOf([feature('a', { environments: {} })]), queryOf());
    deepEqual([features[0].enabled, features[0].strategies], [false, []]);
  });

  it('lists segments in use apart for programs that know them', async () => {
    const view = await viewOf([feature('a', within(strategy({ segments: [3], constraints: [own] })))], [gold, unused]);
    const { features, segments } = await write(view, queryOf({}, '5.0.0'));
    deepEqual(segments, [gold]);
    deepEqual(features[0].strategies[0].segments, [3]);
    deepEqual(features[0].strategies[0].constraints, [own]);
  });

  it("puts segments' constraints behind the strategy's own for programs that do not", async () => {
    const view = await viewOf([feature('a', within(strategy({ segments: [3], constraints: [own] })))], [gold]);
    const body = await write(view, queryOf());
    deepEqual(body.features[0].strategies[0].constraints, [own, inside]);
    equal('segments' in body, false);
    equal('segments' in body.features[0].strategies[0], false);
  });

  it('closes a strategy whose segment is missing', async () => {
    const { features } = await write(await viewOf([feature('a', within(strategy({ segments: [9] })))]), queryOf());
    deepEqual(features[0].strategies[0].constraints, [{ contextName: 'appName', operator: 'IN', values: [] }]);
  });

  it('names variants of a parent that must be on, and of no other', async () => {
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

describe('write a hydration', () => {
  it('writes everything as one change, segments apart', async () => {
    const view = await viewOf([feature('b', within(strategy({ segments: [3] }))), feature('a', { project: 'other' })], [gold, unused]);
    const { events } = JSON.parse((await hydrationFormat.write(view, queryOf({ project: ['default'] }, '5.0.0'), 7)).toString('utf8'));
    equal(events.length, 1);
    const [{ eventId, type, features, segments }] = events;
    deepEqual([eventId, type, features.map(({ name }: { name: string }) => name), segments], [7, 'hydration', ['b'], [gold]]);
  });
});

describe('bodies', () => {
  it('are built once for all who ask at the same time, and kept', async () => {
    const bodies = new Bodies();
    const order = { format: listFormat, view: await viewOf([feature('a')]), query: queryOf(), revision: 7, encoding: 'gzip' as const };
    const [first, second] = await Promise.all([bodies.get(order), bodies.get(order)]);
    equal(first, second);
    equal(await bodies.get(order), first);
    bodies.clear();
    notEqual(await bodies.get(order), first);
  });

  it('are kept by the whole query: two with the same hash, which somebody could look for, are two', async () => {
    const bodies = new Bodies();
    const view = await viewOf([feature('a'), feature('b')]);
    const ask = async (namePrefix: string) => {
      const order = {
        format: listFormat,
        view,
        query: { ...queryOf({ namePrefix }), queryHash: '00000000' },
        revision: 7,
        encoding: 'plain' as const,
      };
      return JSON.parse((await bodies.get(order)).toString('utf8')).features.map(({ name }: { name: string }) => name);
    };
    deepEqual([await ask('a'), await ask('b')], [['a'], ['b']]);
  });

  it('are the same in every encoding', async () => {
    const bodies = new Bodies();
    const order = { format: listFormat, view: await viewOf([feature('a'), feature('ü')]), query: queryOf(), revision: 7 };
    const plain = await bodies.get({ ...order, encoding: 'plain' });
    deepEqual(gunzipSync(await bodies.get({ ...order, encoding: 'gzip' })), plain);
    deepEqual(brotliDecompressSync(await bodies.get({ ...order, encoding: 'br' })), plain);
  });
});

describe('encoding', () => {
  for (const [accepted, encoding] of [
    [undefined, 'plain'],
    ['', 'plain'],
    ['deflate', 'plain'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, GZIP;q=0.5', 'gzip'],
    ['*;q=0, gzip', 'gzip'],
    ['gzip;q=0', 'plain'],
    ['*', 'br'],
  ] as const) {
    it(`is ${encoding} for ${accepted === undefined ? 'no header' : JSON.stringify(accepted)}`, () => {
      equal(encodingFor(accepted), encoding);
    });
  }
});
