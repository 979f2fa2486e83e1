import { deepEqual, equal, ok } from 'node:assert/strict';
import { eventDefinitions } from '@signalbox/contracts';
import { closedStates, transitions } from './state-machine.ts';
import { states } from '../tables/change-request.ts';

describe('state machine', () => {
  it('leaves no way out of Applied, Cancelled and Rejected, and a way to every state', () => {
    deepEqual(closedStates, ['Applied', 'Cancelled', 'Rejected']);
    const reached = new Set(transitions.map(({ to }) => to));
    deepEqual(
      states.filter((state) => !reached.has(state)),
      [],
    );
  });

  it('says for one state and one trigger one move, or tells them apart by what is the case', () => {
    const cases = transitions.map(({ from, trigger, when = '' }) => `${from} ${trigger} ${when}`);
    equal(new Set(cases).size, cases.length);
  });

  it('demands approvals wherever changes take effect', () => {
    const applied = transitions.filter(({ to }) => to === 'Applied');
    ok(applied.length > 0);
    for (const { requires } of applied) ok(requires.includes('it has all approvals') && requires.includes('nothing conflicts'));
  });

  it('states kinds of events that there are', () => {
    for (const type of transitions.flatMap(({ events }) => events)) equal(eventDefinitions.get(type)?.service, 'change-requests');
  });
});
