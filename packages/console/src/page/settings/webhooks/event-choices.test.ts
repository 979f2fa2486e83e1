import { deepEqual, equal } from 'node:assert/strict';
import { eventChoices } from './event-choices.ts';

describe('the choice of events', () => {
  it('is grouped, with words instead of types', () => {
    const types = ['user-created', 'feature-environment-enabled', 'change-request-sent-to-review', 'feature-stale-on'];
    deepEqual(
      eventChoices(types).map(({ value, title, group }) => [value, title, group]),
      [
        ['feature-environment-enabled', 'Turned on', 'Features'],
        ['feature-stale-on', 'Marked … as stale', 'Features'],
        ['change-request-sent-to-review', 'Sent change request … for review', 'Change requests'],
        ['user-created', 'Invited', 'People and access'],
      ],
    );
  });

  it('keeps all types, in words without an object', () => {
    equal(eventChoices(['change-request-created'])[0]?.title, 'Created change request');
    const [choice] = eventChoices(['gate-opened']);
    deepEqual([choice?.title, choice?.group], ['Gate opened', 'Other']);
  });

  it('names the type of each choice', () => equal(eventChoices(['feature-created'])[0]?.about, 'feature-created'));
});
