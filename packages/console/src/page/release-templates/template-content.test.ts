import { deepEqual } from 'node:assert/strict';
import { bodyOf, describeTemplateChanges, freshMilestone, moved, strategyFor, type TemplateContent } from './template-content.ts';

const naming = { segmentName: () => 'beta', groupName: () => 'qa' };
const stage = (key: string, share: number) => ({ key, id: key, name: key, strategies: [{ id: `${key}s`, content: strategyFor(share) }] });
const before: TemplateContent = {
  name: 'Careful',
  description: '',
  milestones: [
    { ...stage('tenth', 10), gates: [{ type: 'time', minutes: 60 }] },
    { ...stage('half', 50), gates: [] },
    { ...stage('all', 100), gates: [] },
  ],
  safeguards: [],
};
const [tenth, half, all] = before.milestones as [
  TemplateContent['milestones'][0],
  TemplateContent['milestones'][0],
  TemplateContent['milestones'][0],
];
const changes = (after: Partial<TemplateContent>) => describeTemplateChanges(before, { ...before, ...after }, naming);

describe('the changes of a release template', () => {
  it('are empty for equal content', () => deepEqual(changes({}), []));

  it('include names, strategies and conditions', () =>
    deepEqual(
      changes({
        name: 'Calm',
        milestones: [
          { ...tenth, gates: [{ type: 'approval', approvals: 1 }], strategies: [{ id: 'tenths', content: strategyFor(5) }] },
          { ...half, name: 'middle' },
          all,
        ],
      }),
      [
        'name Careful → Calm',
        'strategies of tenth: for 10% of users → for 5% of users',
        'next after tenth after 1 hour → after 1 approval',
        'name of half half → middle',
      ],
    ));

  it('include safeguards', () => {
    const impactMetric = { metricName: 'errors', timeRange: 'hour', aggregationMode: 'count', labelSelectors: {} } as const;
    const triggerCondition = { operator: '>', threshold: 10 } as const;
    const safeguard = { impactMetric, triggerCondition, action: 'step-back', onNoData: 'hold', graceMinutes: 15 } as const;
    deepEqual(changes({ safeguards: [safeguard] }), [
      'safeguards none → Goes back to the previous milestone if the count of errors in the past hour is above 10',
    ]);
    deepEqual(bodyOf({ ...before, safeguards: [safeguard] }).safeguards, [safeguard]);
  });

  it('include added, removed and reordered milestones', () => {
    deepEqual(changes({ milestones: [tenth, half, all, freshMilestone(before.milestones, 'new')] }), ['added: milestone Everyone']);
    deepEqual(changes({ milestones: [tenth, all] }), ['removed: milestone half']);
    deepEqual(changes({ milestones: moved(before.milestones, 0, 1) }), ['milestones reordered']);
  });
});

describe('the body of a release template', () => {
  it('has the milestones in order, and no condition after the last', () => {
    const { milestones } = bodyOf({ ...before, milestones: moved(before.milestones, 0, 2) });
    deepEqual(
      milestones.map(({ id, sortOrder, transitionCondition }) => [id, sortOrder, transitionCondition]),
      [
        ['half', 0, null],
        ['all', 1, null],
        ['tenth', 2, null],
      ],
    );
    deepEqual(bodyOf(before).milestones[0]?.transitionCondition, { intervalMinutes: 60 });
  });

  it('has new milestones for growing shares of users', () =>
    deepEqual(
      [0, 1, 2, 3, 4].map((count) => freshMilestone(Array(count).fill(tenth), '').strategies[0]?.content.parameters['rollout']),
      ['10', '25', '50', '100', '100'],
    ));
});
