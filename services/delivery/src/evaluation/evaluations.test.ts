import { yieldToOthers } from '@signalbox/kit';
import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import type { FeatureState, StatePage } from '@signalbox/contracts';
import { openReplica } from '@signalbox/replica';
import { eventually } from '@signalbox/testing';
import { toggleFormat } from '../frontend/toggle-format.ts';
import { Evaluations, type RenderedResponse } from './evaluations.ts';

const scope = { environment: 'production', projects: '*' } as const;

/** A feature with an expensive pattern on the user id. */
const feature = (name: string): FeatureState => {
  const constraints = [{ contextName: 'userId', operator: 'REGEX' as const, value: '^(([a-z])+.)+[A-Z]([a-z])+$', inverted: true }];
  const strategies = [{ name: 'default', parameters: {}, constraints, variants: [], segments: [] }];
  const environments = { production: { enabled: true, strategies, variants: [] } };
  const common = { project: 'default', type: 'release', description: null, stale: false, impressionData: false, dependencies: [] };
  return { name, ...common, environments };
};

/** A feature that half of the requests get by chance. */
const byChance = (name: string): FeatureState => {
  const parameters = { rollout: '50', stickiness: 'random', groupId: name };
  const strategies = [{ name: 'flexibleRollout', parameters, constraints: [], variants: [], segments: [] }];
  return { ...feature(name), environments: { production: { enabled: true, strategies, variants: [] } } };
};

async function evaluationsOf(features: FeatureState[], now = () => new Date(0), random = () => 0): Promise<Evaluations> {
  const page: StatePage = { revision: 7, features, segments: [], next: null };
  const replica = openReplica({ fetchPage: async () => page, schedule: () => () => undefined, yieldToOthers: () => yieldToOthers() });
  replica.resync();
  await eventually(() => replica.ready);
  replica.close();
  return new Evaluations({ replica, now, random, id: () => 'id' });
}

const textOf = async ({ json }: RenderedResponse) => String(typeof json === 'function' ? await json() : json);

describe('the evaluations of a scope', () => {
  it('yield to other work, however expensive a pattern is', async () => {
    const evaluations = await evaluationsOf(Array.from({ length: 200 }, (_, index) => feature(`f${String(index).padStart(3, '0')}`)));
    await evaluations.set(scope);
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const response = await evaluations.render(toggleFormat, scope, { fields: { userId: `${'a'.repeat(12_000)}!` }, properties: {} });
    isOver = true;
    equal(JSON.parse(await textOf(response)).toggles.length, 200);
    ok(turns >= 200, `${turns} turns; expected one per feature`);
  });

  it('return the same text each time, and cache the body from the second time on', async () => {
    const evaluations = await evaluationsOf([feature('a'), feature('b')]);
    const ask = () => evaluations.render(toggleFormat, scope, { fields: { userId: '7', sessionId: '8' }, properties: {} });
    const first = await ask();
    const size = evaluations.size;
    const second = await ask();
    deepEqual([second.etag, await textOf(second)], [first.etag, await textOf(first)]);
    ok(evaluations.size > size);
    const third = await ask();
    deepEqual([third.etag, third.json], [first.etag, Buffer.from(await textOf(first))]);
  });

  it('return equal ETags for equal texts only, if chance decides', async () => {
    let draws = 0;
    const evaluations = await evaluationsOf([byChance('a'), byChance('b'), byChance('c')], undefined, () => (draws++ % 7) / 7);
    const given = { fields: { sessionId: '8' }, properties: {} };
    const etags = new Map<string, string | undefined>();
    for (let count = 0; count < 50; count += 1) {
      const response = await evaluations.render(toggleFormat, scope, given);
      const text = await textOf(response);
      equal(response.etag, etags.get(text) ?? response.etag);
      etags.set(text, response.etag);
    }
    ok(etags.size > 3, `${etags.size} texts`);
    equal(new Set(etags.values()).size, etags.size);
  });

  it('return the cached ETag without evaluating again', async () => {
    const evaluations = await evaluationsOf([feature('a')]);
    const ask = () => evaluations.render(toggleFormat, scope, { fields: { userId: '7', sessionId: '8' }, properties: {} });
    const { etag } = await ask();
    const size = evaluations.size;
    for (let poll = 0; poll < 3; poll += 1) equal((await ask()).etag, etag);
    equal(evaluations.size, size);
  });

  it('stay cached until unused for a minute', async () => {
    let now = 1_000_000;
    const evaluations = await evaluationsOf([feature('a')], () => new Date(now));
    const ask = async () =>
      textOf(await evaluations.render(toggleFormat, scope, { fields: { userId: '7', sessionId: '8' }, properties: {} }));
    await ask();
    await ask();
    const size = evaluations.size;
    for (const end = now + 120_000; now < end; now += 50_000) {
      await ask();
      evaluations.dropIdle();
      equal(evaluations.size, size);
    }
    const set = await evaluations.set(scope);
    equal(await evaluations.set(scope), set);
    now += 61_000;
    evaluations.dropIdle();
    equal(evaluations.size, 0);
    notEqual(await evaluations.set(scope), set);
  });
});
