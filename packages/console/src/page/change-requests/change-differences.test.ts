import { deepEqual } from 'node:assert/strict';
import type { ChangeItem } from '../../server/operations.ts';
import { describeChange } from './change-differences.ts';

const described = (action: ChangeItem['action'], payload: unknown, before?: ChangeItem['before']) => {
  const { about, differences } = describeChange({ action, payload, ...(before !== undefined && { before }) }, 'production', () => 'beta');
  return [about, ...differences.map((difference) => [difference.part, difference.before, difference.after])];
};

const strategy = (rollout: string) => ({
  name: 'flexibleRollout',
  title: 'Pilot',
  parameters: { rollout },
  constraints: [],
  segments: [],
  variants: [],
});

describe('a change in words', () => {
  const cases: readonly (readonly [title: string, described: unknown, expected: unknown])[] = [
    ['a switch', described('updateEnabled', { enabled: true }, { enabled: false }), ['In production', ['state', 'off', 'on']]],
    ['a switch without a known previous state', described('updateEnabled', { enabled: false }), ['In production', ['state', null, 'off']]],
    ['a rollout', described('updateStrategy', strategy('50'), strategy('25')), ['Pilot', ['rollout', '25%', '50%']]],
    ['a new strategy', described('addStrategy', strategy('50')), ['New strategy Pilot', ['strategy', null, 'for 50% of users']]],
    ['a deleted strategy', described('deleteStrategy', { id: 'x' }, strategy('50')), ['Pilot', ['strategy', 'for 50% of users', null]]],
    [
      'variants',
      described('patchVariant', { variants: [{ name: 'blue', weight: 1000 }] }, { variants: [] }),
      ['Variants', ['weights', 'none', 'blue 100%']],
    ],
    [
      'an order',
      described(
        'reorderStrategy',
        [
          { id: 'a', sortOrder: 2 },
          { id: 'b', sortOrder: 1 },
        ],
        { strategies: ['a', 'b'] },
      ),
      ['Order', ['strategies', '1, 2', '2, 1']],
    ],
    [
      'an archived feature',
      described('archiveFeature', {}, { enabledIn: ['production'] }),
      ['Feature', ['state', 'on in production', 'archived']],
    ],
    [
      'a parent',
      described('addDependency', { feature: 'card-vault' }, { dependency: null }),
      ['Dependency', ['parent', 'none', 'card-vault']],
    ],
    [
      'a segment',
      described('updateSegment', { id: 1, name: 'new', constraints: [] }, { name: 'old', constraints: [] }),
      ['Segment', ['name', 'old', 'new']],
    ],
  ];
  for (const [title, is, expected] of cases) it(`describes ${title}`, () => deepEqual(is, expected));
});
