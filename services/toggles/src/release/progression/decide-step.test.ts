import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Gate, PlanMilestone, TransitionCondition } from '@signalbox/contracts';
import * as fc from 'fast-check';
import { decideStep, type ReleaseState } from './decide-step.ts';
import { evaluateGate, type GateFacts } from './evaluate-gate.ts';

const minute = 60_000;
const start = Date.parse('2026-03-02T08:00:00Z');
const milestone = (id: string, sortOrder: number, transitionCondition: TransitionCondition | null): PlanMilestone => ({
  id,
  name: id,
  sortOrder,
  strategies: [],
  transitionCondition,
  startedAt: null,
});
const facts = (minutes: number, more: Partial<GateFacts> = {}): GateFacts => ({
  now: start + minutes * minute,
  inEffectSince: start,
  evaluations: 0,
  approvals: [],
  lapsed: [],
  changedAt: null,
  ...more,
});
const stateOf = (...conditions: (TransitionCondition | null)[]): ReleaseState => ({
  milestones: conditions.map((condition, index) => milestone(`m${index}`, index, condition)),
  activeMilestoneId: 'm0',
  enabled: true,
  isGuarded: false,
  frozen: null,
});
const every = (minutes: number): TransitionCondition => ({ intervalMinutes: minutes });
const decided = (state: ReleaseState, at: GateFacts) => {
  const { target, left, dueAt } = decideStep(state, at);
  return [target?.id ?? null, left, dueAt === null ? null : (dueAt - start) / minute];
};

describe('decideStep', () => {
  it('steps once the interval has passed, and names the time until then', () => {
    const state = stateOf(every(10), null);
    deepEqual(decided(state, facts(9)), [null, [], 10]);
    deepEqual(decided(state, facts(10)), ['m1', ['m0'], 10]);
  });

  it('stays without a condition, before the start, at the end, and while paused', () => {
    for (const state of [
      stateOf(null, null),
      stateOf(every(1)),
      { ...stateOf(every(1), null), activeMilestoneId: null },
      {
        ...stateOf(every(1), null),
        milestones: [{ ...milestone('m0', 0, every(1)), pausedAt: '2026-03-02T08:00:00Z' }, milestone('m1', 1, null)],
      },
    ])
      deepEqual(decided(state, facts(60)), [null, [], null]);
  });

  it('stays while the feature is off, and checks again a minute later', () => {
    deepEqual(decided({ ...stateOf(every(10), null), enabled: false }, facts(60)), [null, [], 61]);
  });

  it('stays while the environment is frozen, names the freeze once a step is due, and checks again a minute later', () => {
    const frozen = { name: 'Holidays', until: '2026-03-03T08:00:00.000Z' };
    const state = { ...stateOf(every(10), null), frozen };
    deepEqual(decided(state, facts(9)), [null, [], 10]);
    equal(decideStep(state, facts(9)).frozen, null);
    deepEqual(decided(state, facts(10)), [null, [], 11]);
    deepEqual(decideStep(state, facts(10)).frozen, frozen);
  });

  it('folds late steps into one', () => {
    const state = stateOf(every(10), every(10), every(10), null);
    deepEqual(decided(state, facts(19)), ['m1', ['m0'], 19]);
    deepEqual(decided(state, facts(20)), ['m2', ['m0', 'm1'], 20]);
    deepEqual(decided(state, facts(10_000)), ['m3', ['m0', 'm1', 'm2'], 10_000]);
  });

  it('skips no milestone with another gate, and none of a guarded release', () => {
    for (const gate of [
      { type: 'approval', approvals: 1 },
      { type: 'exposure', minimum: 1 },
      { type: 'quiet', minutes: 1 },
      { type: 'window', days: ['mon'], from: '00:00', to: '23:59', timeZone: 'UTC' },
    ] as const satisfies readonly Gate[]) {
      const state = stateOf(every(10), { intervalMinutes: 1, gates: [gate] }, null);
      deepEqual(decided(state, facts(10_000, { evaluations: 5 })), ['m1', ['m0'], 10_000], gate.type);
    }
    deepEqual(decided({ ...stateOf(every(1), every(1), null), isGuarded: true }, facts(60)), ['m1', ['m0'], 60]);
  });

  it('goes to the chosen milestone instead of the next one', () => {
    const { milestones, ...state } = stateOf(every(1), every(1), null);
    const chosen = { ...state, milestones: milestones.map((one) => (one.id === 'm0' ? { ...one, targetMilestone: 'm2' } : one)) };
    deepEqual(decided(chosen, facts(60)), ['m2', ['m0'], 60]);
  });

  it('waits for all gates, until the last may hold', () => {
    const gates: Gate[] = [
      { type: 'time', minutes: 30 },
      { type: 'window', days: ['tue'], from: '09:00', to: '10:00', timeZone: 'UTC' },
    ];
    const state = stateOf({ gates }, null);
    const opens = 25 * 60; // Tuesday at 9, from Monday at 8.
    deepEqual(decided(state, facts(40)), [null, [], opens]);
    deepEqual(decided(state, facts(opens)), ['m1', ['m0'], opens]);
    deepEqual(decided(state, facts(opens + 60)), [null, [], opens + 7 * 24 * 60]);
    deepEqual(decided(stateOf({ gates: [{ type: 'approval', approvals: 1 }] }, null), facts(40)), [null, [], null]);
  });

  it('moves forward only, to a milestone whose gates before it have all held, for any state and time', () => {
    const condition = fc.option(
      fc.record({
        intervalMinutes: fc.integer({ min: 1, max: 100 }),
        gates: fc.constantFrom<Gate[]>([], [{ type: 'approval', approvals: 1 }]),
      }),
    );
    fc.assert(
      fc.property(
        fc.array(condition, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: 500 }),
        fc.boolean(),
        (conditions, at, approved) => {
          const state = stateOf(...conditions);
          const approvals = approved ? [{ userId: 1, name: 'a', groups: [], at: new Date(start).toISOString() }] : [];
          const { target, left, dueAt } = decideStep(state, facts(at, { approvals }));
          if (!target) {
            ok(dueAt === null || dueAt > start + at * minute);
            return;
          }
          deepEqual(
            left,
            state.milestones.slice(0, target.sortOrder).map(({ id }) => id),
          );
          const minutes = conditions.slice(0, target.sortOrder).reduce((sum, one) => sum + (one?.intervalMinutes ?? Infinity), 0);
          ok(minutes <= at);
          ok(conditions.slice(1, target.sortOrder).every((one) => one?.gates?.length === 0));
          ok(approved || conditions[0]?.gates.length === 0);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('evaluateGate', () => {
  const resultOf = (gate: Gate, at: GateFacts) => {
    const { holds, since, reason } = evaluateGate(gate, at);
    equal(holds, reason === null);
    return [holds, since === null ? null : (since - start) / minute];
  };

  it('counts time from the moment that the milestone is in effect', () => {
    deepEqual(resultOf({ type: 'time', minutes: 5 }, facts(9, { inEffectSince: start + 5 * minute })), [false, null]);
    deepEqual(resultOf({ type: 'time', minutes: 5 }, facts(10, { inEffectSince: start + 5 * minute })), [true, 10]);
  });

  it('requires evaluations, and quiet since the last change by a user', () => {
    deepEqual(resultOf({ type: 'exposure', minimum: 10 }, facts(1, { evaluations: 9 })), [false, null]);
    deepEqual(resultOf({ type: 'exposure', minimum: 10 }, facts(1, { evaluations: 10 })), [true, null]);
    deepEqual(resultOf({ type: 'quiet', minutes: 5 }, facts(9, { changedAt: start + 5 * minute })), [false, null]);
    deepEqual(resultOf({ type: 'quiet', minutes: 5 }, facts(10, { changedAt: start + 5 * minute })), [true, 10]);
    for (const changedAt of [null, start - 60 * minute]) {
      deepEqual(resultOf({ type: 'quiet', minutes: 5 }, facts(4, { changedAt })), [false, null]);
      deepEqual(resultOf({ type: 'quiet', minutes: 5 }, facts(5, { changedAt })), [true, 5]);
    }
  });

  it('counts approvals of the named groups only', () => {
    const approvals = [
      { userId: 1, name: 'a', groups: [7], at: new Date(start).toISOString() },
      { userId: 2, name: 'b', groups: [8], at: new Date(start + minute).toISOString() },
    ];
    deepEqual(resultOf({ type: 'approval', approvals: 2 }, facts(5, { approvals })), [true, 1]);
    deepEqual(resultOf({ type: 'approval', approvals: 2, groups: [7] }, facts(5, { approvals })), [false, null]);
    deepEqual(resultOf({ type: 'approval', approvals: 1, groups: [8, 9] }, facts(5, { approvals })), [true, 1]);
  });

  it('counts no lapsed approval, names its user, and checks again a minute later', () => {
    const lapsed = [{ userId: 3, name: 'cleo', groups: [], at: new Date(start).toISOString() }];
    const { reason, next } = evaluateGate({ type: 'approval', approvals: 1 }, facts(5, { lapsed }));
    deepEqual(
      [reason, (next - start) / minute],
      ['Approvals given: 0 of 1. Approvals by users who may not approve now do not count: cleo.', 6],
    );
  });

  it('opens windows in local time, also when clocks change', () => {
    const gate: Gate = { type: 'window', days: ['sun', 'mon'], from: '09:00', to: '17:00', timeZone: 'Europe/Oslo' };
    const at = (iso: string) => facts((Date.parse(iso) - start) / minute);
    for (const [iso, holds] of [
      ['2026-03-02T07:59:00Z', false], // 8:59 in winter
      ['2026-03-02T08:00:00Z', true],
      ['2026-03-02T15:59:00Z', true],
      ['2026-03-02T16:00:00Z', false],
      ['2026-03-03T10:00:00Z', false], // Tuesday
      ['2026-03-29T07:00:00Z', true], // 9:00 in summer
      ['2026-03-29T06:59:00Z', false],
    ] as const)
      equal(evaluateGate(gate, at(iso)).holds, holds, iso);
    equal(evaluateGate(gate, at('2026-03-03T10:00:00Z')).next, Date.parse('2026-03-08T08:00:00Z'));
  });

  it('never goes back, never leaves a milestone early, and ends with the last one, wherever the clock jumps', () => {
    const interval = 10;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5000, max: 5000 }), { maxLength: 40 }), (jumps) => {
        const state = stateOf(...Array.from({ length: 5 }, () => every(interval)), null);
        let [active, enteredAt, clock] = [0, 0, 0];
        const check = (at: number) => {
          const { target } = decideStep(
            { ...state, activeMilestoneId: `m${active}` },
            facts(at, { inEffectSince: start + enteredAt * minute }),
          );
          if (!target) return;
          const steps = target.sortOrder - active;
          ok(steps > 0 && at >= enteredAt + steps * interval, `${active} to ${target.sortOrder} at ${at}, entered at ${enteredAt}`);
          [active, enteredAt] = [target.sortOrder, at];
        };
        for (const jump of jumps) check((clock += jump));
        const end = Math.max(clock, enteredAt);
        for (let step = 1; step <= 5; step += 1) check(end + step * interval);
        equal(active, 5);
      }),
    );
  });
});
