import { yieldToOthers } from '@signalbox/kit';
import { deepEqual, equal, ok } from 'node:assert/strict';
import type { FeatureState, StatePage } from '@signalbox/contracts';
import { openReplica } from '@signalbox/replica';
import { eventually } from '@signalbox/testing';
import { toggleFormat } from '../frontend/toggle-format.ts';
import { Evaluations, type RenderedAnswer } from './evaluations.ts';

const scope = { environment: 'production', projects: '*' } as const;

/** On for a user whose name takes long to look at. */
const feature = (name: string): FeatureState => {
  const constraints = [{ contextName: 'userId', operator: 'REGEX' as const, value: '^(([a-z])+.)+[A-Z]([a-z])+$', inverted: true }];
  const strategies = [{ name: 'default', parameters: {}, constraints, variants: [], segments: [] }];
  const environments = { production: { enabled: true, strategies, variants: [] } };
  const common = { project: 'default', type: 'release', description: null, stale: false, impressionData: false, dependencies: [] };
  return { name, ...common, environments };
};

async function evaluationsOf(features: FeatureState[], now = () => new Date(0)): Promise<Evaluations> {
  const page: StatePage = { revision: 7, features, segments: [], next: null };
  const replica = openReplica({ fetchPage: async () => page, schedule: () => () => undefined, yieldToOthers: () => yieldToOthers() });
  replica.resync();
  await eventually(() => replica.ready);
  replica.close();
  return new Evaluations({ replica, now, random: () => 0, id: () => 'id' });
}

const textOf = async ({ json }: RenderedAnswer) => String(typeof json === 'function' ? await json() : json);

describe('evaluations', () => {
  it('let others run in between, however long a text is looked at', async () => {
    const evaluations = await evaluationsOf(Array.from({ length: 200 }, (_, index) => feature(`f${String(index).padStart(3, '0')}`)));
    await evaluations.set(scope);
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const answer = await evaluations.render(toggleFormat, scope, { fields: { userId: `${'a'.repeat(12_000)}!` }, properties: {} });
    isOver = true;
    equal(JSON.parse(await textOf(answer)).toggles.length, 200);
    ok(turns >= 200, `${turns} turns: one for each feature that takes as many steps as there are to a turn`);
  });

  it('are the same text however often they are sent, and a body is kept from the second time on', async () => {
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

  it('tell whoever has an answer so without making it again', async () => {
    const evaluations = await evaluationsOf([feature('a')]);
    const ask = () => evaluations.render(toggleFormat, scope, { fields: { userId: '7', sessionId: '8' }, properties: {} });
    const { etag } = await ask();
    const size = evaluations.size;
    for (let poll = 0; poll < 3; poll += 1) equal((await ask()).etag, etag);
    equal(evaluations.size, size);
  });

  it('are kept until nobody has asked for a minute', async () => {
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
    now += 61_000;
    evaluations.dropIdle();
    equal(evaluations.size, 0);
  });
});
