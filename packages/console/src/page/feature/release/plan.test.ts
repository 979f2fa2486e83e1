import { deepEqual, equal } from 'node:assert/strict';
import type { PlanMilestone } from '../../../server/ask.ts';
import { gatesIn, isBack, nextOf, progressOf, type Plan, stateOf } from './plan.ts';
import { describeExceeded } from './describe-exceeded.ts';

const milestone = (id: string, sortOrder: number, more: Partial<PlanMilestone> = {}): PlanMilestone => ({
  id,
  name: id,
  sortOrder,
  strategies: [],
  startedAt: null,
  transitionCondition: { intervalMinutes: 60, gates: [{ type: 'approval', approvals: 1 }] },
  ...more,
});
const gate = (type: 'time' | 'approval', holds: boolean): Plan['gates'][number] => ({ type, holds, reason: null, since: null, next: null });

type SomePlan = Pick<Plan, 'milestones' | 'activeMilestoneId' | 'problem' | 'frozen' | 'gates'>;
const planIn = (activeMilestoneId: string | null, more: Partial<SomePlan> = {}): SomePlan => ({
  milestones: [milestone('tenth', 0), milestone('half', 1), milestone('all', 2)],
  activeMilestoneId,
  problem: null,
  frozen: null,
  gates: [gate('time', true), gate('approval', false)],
  ...more,
});

describe('a release plan', () => {
  it('says which safeguard would act again, and what it would do', () => {
    const impactMetric = { metricName: 'errors_total', timeRange: 'hour', aggregationMode: 'count', labelSelectors: {} } as const;
    const triggerCondition = { operator: '>', threshold: 10 } as const;
    const common = { impactMetric, triggerCondition, onNoData: 'hold', graceMinutes: 15, triggeredAt: null, reason: null } as const;
    const guarded = (more: Partial<Plan['safeguards'][number]> = {}, state: 'fine' | 'beyond' = 'beyond', value = 1480) =>
      describeExceeded({
        safeguards: [{ ...common, id: 'a', action: 'pauseReleasePlanProgressions', ...more }],
        safeguardStates: [{ id: 'a', state, value, reason: '' }],
      });
    equal(guarded(), 'errors_total is 1,480, limit 10: it will pause again');
    equal(guarded({ action: 'step-back' }), 'errors_total is 1,480, limit 10: it will go back again');
    equal(guarded({ compare: 'before' }, 'beyond', 12.5), 'errors_total is 12.5 times its value before, limit 10: it will pause again');
    equal(guarded({ impactMetric: { ...impactMetric, source: 'signal' } }), 'the signal errors_total fires: it will pause again');
    deepEqual([guarded({}, 'fine'), guarded({ action: 'notify' })], [undefined, undefined]);
  });

  it('begins with the first milestone and follows the target of the active one', () => {
    equal(nextOf(planIn(null))?.id, 'tenth');
    equal(nextOf(planIn('tenth'))?.id, 'half');
    const milestones = [milestone('tenth', 0, { targetMilestone: 'all' }), milestone('half', 1), milestone('all', 2)];
    equal(nextOf(planIn('tenth', { milestones }))?.id, 'all');
    equal(nextOf(planIn('all')), undefined);
  });

  it('orders each milestone relative to the active one', () => {
    const progress = (plan: SomePlan) => plan.milestones.map((one) => progressOf(plan, one));
    deepEqual(progress(planIn(null)), ['next', 'later', 'later']);
    deepEqual(progress(planIn('half')), ['past', 'active', 'next']);
  });

  it('goes back to earlier milestones only', () => {
    const plan = planIn('half');
    deepEqual(
      plan.milestones.map((one) => isBack(plan, one)),
      [true, false, false],
    );
    equal(isBack(planIn(null), milestone('tenth', 0)), false);
  });

  const states: readonly (readonly [title: string, plan: SomePlan, isOn: boolean, expected: string])[] = [
    ['nothing has started', planIn(null), true, 'idle'],
    ['a condition does not hold', planIn('tenth'), true, 'waiting'],
    ['all conditions hold', planIn('tenth', { gates: [gate('time', true)] }), true, 'due'],
    ['the feature is off', planIn('tenth'), false, 'off'],
    ['a freeze delays the step', planIn('tenth', { frozen: { name: 'Sale', until: '2027-01-01T00:00:00Z' } }), true, 'frozen'],
    ['the last step failed', planIn('tenth', { problem: 'There is no segment 1.' }), true, 'failing'],
    ['somebody paused it', planIn('tenth', { milestones: [milestone('tenth', 0, { pausedAt: '2027-01-01T00:00:00Z' })] }), true, 'paused'],
    [
      'there is no condition',
      planIn('a', { milestones: [milestone('a', 0, { transitionCondition: null }), milestone('b', 1)] }),
      true,
      'manual',
    ],
    ['the last milestone is active', planIn('all'), false, 'complete'],
  ];
  for (const [title, plan, isOn, expected] of states) it(`is ${expected} if ${title}`, () => equal(stateOf(plan, isOn), expected));

  it('pairs the gates of the active milestone with their states', () =>
    deepEqual(
      gatesIn(planIn('tenth')).map(({ gate: { type, minutes }, state: { holds } }) => [type, minutes, holds]),
      [
        ['time', 60, true],
        ['approval', undefined, false],
      ],
    ));
});
