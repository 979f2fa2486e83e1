import { deepEqual } from 'node:assert/strict';
import type { ChangeItem } from '../../../server/ask.ts';
import { describeChange } from './change-differences.ts';

const strategy = (rollout: string) => ({
  name: 'flexibleRollout',
  title: 'Pilot',
  parameters: { rollout },
  constraints: [],
  segments: [],
  variants: [],
});

const tenth = {
  id: 'm1',
  name: 'A tenth',
  sortOrder: 0,
  startedAt: null,
  strategies: [{ ...strategy('10'), id: 's1', disabled: false, sortOrder: 0 }],
  transitionCondition: { intervalMinutes: 60, gates: [{ type: 'approval' as const, approvals: 1, groups: [3] }] },
};
const everyone = {
  ...tenth,
  id: 'm2',
  name: 'Everyone',
  strategies: [{ ...tenth.strategies[0], ...strategy('100'), id: 's2', disabled: false, sortOrder: 0 }],
};
const template = {
  id: 't',
  discriminator: 'template' as const,
  name: 'Careful',
  description: null,
  project: null,
  milestones: [tenth, everyone],
  createdByUserId: null,
  createdAt: '',
  archivedAt: null,
};
const guard = {
  impactMetric: { metricName: 'errors', timeRange: 'hour', aggregationMode: 'count', labelSelectors: {} },
  triggerCondition: { operator: '>', threshold: 5 },
};
const names = {
  segmentName: () => 'beta',
  groupName: () => 'qa',
  milestone: (id: string) => [tenth, everyone].find((one) => one.id === id),
  template: (id: string) => (id === 't' ? template : undefined),
};

const described = (action: ChangeItem['action'], payload: unknown, before?: ChangeItem['before']) => {
  const { about, differences } = describeChange({ action, payload, ...(before !== undefined && { before }) }, 'production', names);
  return [about, ...differences.map((difference) => [difference.part, difference.before, difference.after])];
};

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
    [
      'a release plan with everything that an approval covers',
      described('addReleasePlan', { templateId: 't', safeguards: [guard] }, { releasePlan: null }),
      [
        'Release plan',
        ['name', null, 'Careful'],
        ['A tenth', null, 'for 10% of users; next: after 1 hour, and after 1 approval by qa'],
        ['Everyone', null, 'for everyone'],
        ['safeguard', null, 'Pauses the release if the count of errors in the past hour is above 5'],
      ],
    ],
    [
      'the start of a milestone',
      described('startMilestone', { planId: 'p', milestoneId: 'm2' }, { milestoneId: 'm1' }),
      ['Milestone', ['active', 'A tenth', 'Everyone'], ['who gets it', 'for 10% of users', 'for everyone']],
    ],
    [
      'the start of a milestone that is gone',
      described('startMilestone', { planId: 'p', milestoneId: 'old' }, { milestoneId: null }),
      ['Milestone', ['active', 'none', 'old']],
    ],
    [
      'a condition',
      described(
        'changeMilestoneProgression',
        { sourceMilestone: 'm1', transitionCondition: { intervalMinutes: 1440 } },
        { transitionCondition: null, targetMilestone: null },
      ),
      ['After A tenth', ['next milestone starts', 'by hand', 'after 1 day']],
    ],
    [
      'a safeguard of a feature',
      described('changeFeatureEnvSafeguard', guard, null),
      ['Safeguard', ['safeguard', null, 'Turns the feature off if the count of errors in the past hour is above 5']],
    ],
    [
      'a deleted safeguard',
      described('deleteReleasePlanSafeguard', { planId: 'p', safeguardId: 's' }, { ...guard, action: 'step-back' }),
      ['Safeguard', ['safeguard', 'Goes back to the previous milestone if the count of errors in the past hour is above 5', 'none']],
    ],
  ];
  for (const [title, is, expected] of cases) it(`describes ${title}`, () => deepEqual(is, expected));

  it('name the rules of the environment that change', () => {
    const protection = { changeRequestsEnabled: true, requiredApprovals: 2, reviewers: null, freezes: [] };
    deepEqual(described('updateProtection', { ...protection, requiredApprovals: 1 }, protection), [
      'Protection',
      ['required approvals', '2', '1'],
    ]);
    deepEqual(described('updateProtection', { changeRequestsEnabled: false }, protection), [
      'Protection',
      ['change requests enabled', 'true', 'none'],
    ]);
  });
});
