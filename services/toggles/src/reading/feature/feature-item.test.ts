import { deepEqual } from 'node:assert/strict';
import { indexed } from '../feature-index/indexed-feature.fixture.ts';
import { seenAtReader, serializeItem, writeItem } from './feature-item.schema.ts';

const constant = { name: 'production', enabled: true, type: 'production', sortOrder: 1, variantCount: 2, hasStrategies: true };
const shown = { ...constant, lastSeenAt: null, hasEnabledStrategies: false };
const settings = ['development', 'production'].map((name) => {
  const { lastSeenAt: _lastSeenAt, ...written } = { ...shown, name };
  return { enabled: true, reach: 'some' as const, shown: { ...shown, name }, json: JSON.stringify(written).slice(0, -1) };
});
const full = indexed('cart', {
  description: 'says "hello"\n',
  stale: true,
  impressionData: true,
  tags: [{ type: 'simple', value: 'a"b' }],
  settings,
});
const times = (seen: Record<string, number>) => new Map(Object.entries(seen).map(([name, at]) => [name, new Map([['cart', at]])]));
const formatted = (seen: Record<string, number>) => {
  const seenAt = seenAtReader();
  return new Map(Object.entries(seen).map(([name, at]) => [name, new Map([['cart', seenAt(at)]])]));
};

describe('the JSON text of a feature in lists', () => {
  for (const [title, feature, favorite, seen] of [
    ['a bare feature', indexed('bare'), false, {}],
    ['a feature that was never requested', full, true, {}],
    ['a feature that was requested in two environments', full, false, { development: 9000, production: 5000 }],
  ] as const)
    it(`has the same content as the object for ${title}`, () =>
      deepEqual(JSON.parse(writeItem(feature, favorite, formatted(seen))), serializeItem(feature, favorite, times(seen))));
});
