import { deepEqual, equal } from 'node:assert/strict';
import { eventDefinitions } from './catalogue.ts';
import { eventPhrase, sentences } from './event-sentences.ts';

describe('the sentences of events', () => {
  it('exist for every event type, and for no other', () =>
    deepEqual(Object.keys(sentences).toSorted(), [...eventDefinitions.keys()].toSorted()));

  it('contain no bare type', () =>
    deepEqual(
      Object.entries(sentences).filter(([type, { verb }]) => verb.includes(type) || /[a-z]-[a-z]/.test(verb.replace('sign-up', ''))),
      [],
    ));

  it('name the feature and its environment', () => {
    const nothing = { environment: null, data: null, preData: null };
    const phrase = (type: string, more: object = {}) => eventPhrase({ ...nothing, type, ...more }, 'cart');
    equal(phrase('feature-environment-enabled', { environment: 'production' }), 'turned on cart in production');
    equal(phrase('feature-stale-on'), 'marked cart as stale');
    equal(phrase('feature-comment-added', { data: { id: '1', text: 'Why?' } }), 'commented on cart');
    equal(phrase('feature-owner-updated', { data: { owner: { id: 7, name: 'ann' } } }), 'changed the owner of cart to ann');
    equal(
      phrase('feature-owner-updated', { data: { owner: null }, preData: { owner: { id: 7, name: 'ann' } } }),
      'changed the owner of cart to nobody',
    );
    const added = { environment: 'production', data: { name: 'flexibleRollout', title: null } };
    equal(phrase('feature-strategy-add', added), 'added the strategy flexibleRollout to cart in production');
    equal(phrase('moon-landed'), 'moon landed cart');
  });
});
