import { ok } from 'node:assert/strict';
import type { Client } from '@signalbox/testing';

/** A small, isolated part of the instance. All of its names begin with its prefix. */
export interface World {
  readonly number: number;
  /** Full name of an object in this world. */
  readonly name: (short: string) => string;
  /** Id of a segment of this world. */
  readonly segment: (short: string) => number;
}

/** Content of each world, with short names, and names of segments instead of ids. */
const projects = ['shop', 'depot'];
const environments = { dev: 'development', live: 'production', spare: 'test' };
const used = ['dev', 'live'];
const features = ['cart', 'lamp', 'old'];

const prefixOf = (number: number) => `w${number}.`;

/** Strategies of the feature `cart` have fixed ids. */
export const strategyId = ({ number }: Pick<World, 'number'>, environment: 'dev' | 'live'): string =>
  `00000000-0000-4000-8000-${String(number * 10 + used.indexOf(environment)).padStart(12, '0')}`;

/** Replaces all data with new worlds, with one state import. */
export async function openWorlds(admin: Client, first: number, count: number): Promise<World[]> {
  const numbers = Array.from({ length: count }, (_, index) => first + index);
  const { status, body } = await admin.post('/api/admin/state/import?drop=true', stateOf(numbers));
  ok(status === 202, `the worlds were refused with ${status}: ${JSON.stringify(body)}`);
  const listed = (await admin.get('/api/admin/segments')).body.segments as { id: number; name: string }[];
  const ids = new Map(listed.map(({ id, name }) => [name, id]));
  return numbers.map((number) => ({
    number,
    name: (short) => prefixOf(number) + short,
    segment: (short) => ids.get(prefixOf(number) + short) ?? 0,
  }));
}

function stateOf(numbers: readonly number[]) {
  const each = <T>(of: (name: (short: string) => string, number: number) => T[]): T[] =>
    numbers.flatMap((number) => of((short) => prefixOf(number) + short, number));
  return {
    version: 4,
    environments: each((name) => Object.entries(environments).map(([short, type]) => ({ name: name(short), type }))),
    projects: each((name) => projects.map((id) => ({ id: name(id), name: id, environments: used.map(name) }))),
    features: each((name) => features.map((short) => ({ name: name(short), project: name('shop') }))),
    featureEnvironments: each((name) => used.map((short) => ({ featureName: name('cart'), environment: name(short), enabled: true }))),
    featureStrategies: each((name, number) =>
      (['dev', 'live'] as const).map((short) => ({
        id: strategyId({ number }, short),
        featureName: name('cart'),
        environment: name(short),
        name: 'flexibleRollout',
        title: `first in ${short}`,
        parameters: { rollout: '50', stickiness: 'default', groupId: 'cart' },
      })),
    ),
    strategies: each((name) => [
      { name: name('kind'), displayName: null, description: null, editable: true, deprecated: false, parameters: [] },
    ]),
    tagTypes: each((name) => [{ name: name('team') }]),
    tags: each((name) => [{ type: name('team'), value: 'red' }]),
    featureTags: each((name) => [{ featureName: name('lamp'), type: name('team'), value: 'red' }]),
    segments: each((name) => [{ id: 0, name: name('payers'), constraints: [] }]),
  };
}
