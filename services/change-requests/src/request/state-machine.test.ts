import { deepEqual, equal, ok } from 'node:assert/strict';
import { eventDefinitions } from '@signalbox/contracts';
import { closedStates, transitions } from './state-machine.ts';
import { states } from '../tables/change-request.ts';

describe('state machine', () => {
  it('reaches every state, and has no transitions out of Applied, Cancelled and Rejected', () => {
    deepEqual(closedStates, ['Applied', 'Cancelled', 'Rejected']);
    const reached = new Set(transitions.map(({ to }) => to));
    deepEqual(
      states.filter((state) => !reached.has(state)),
      [],
    );
  });

  it('has one transition per state and trigger, or distinguishes them by a condition', () => {
    const cases = transitions.map(({ from, trigger, when = '' }) => `${from} ${trigger} ${when}`);
    equal(new Set(cases).size, cases.length);
  });

  it('requires approvals for each application', () => {
    const applied = transitions.filter(({ to }) => to === 'Applied');
    ok(applied.length > 0);
    for (const { requires } of applied) ok(requires.includes('it has all approvals') && requires.includes('nothing conflicts'));
  });

  it('publishes only existing event types', () => {
    for (const type of transitions.flatMap(({ events }) => events)) equal(eventDefinitions.get(type)?.service, 'change-requests');
  });
});
