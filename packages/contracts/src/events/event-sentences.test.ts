import { deepEqual, equal } from 'node:assert/strict';
import { samples } from '../samples/samples.fixture.ts';
import { eventDefinitions } from './catalogue.ts';
import { eventPhrase, eventSentence, ownSentences, wordsOf } from './event-sentences.ts';

describe('the sentences of events', () => {
  it('exist for every event type, and for no other', () => {
    const types = [...eventDefinitions.keys()];
    deepEqual(
      types.filter((type) => !wordsOf(type)),
      [],
    );
    deepEqual(
      Object.keys(ownSentences).filter((type) => !types.includes(type)),
      [],
    );
    deepEqual(
      ['moon-landed', 'role-landed', 'moon-created'].map((type) => wordsOf(type)),
      [undefined, undefined, undefined],
    );
  });

  it('contain no bare type', () =>
    deepEqual(
      [...eventDefinitions.keys()].filter((type) => /[a-z]-[a-z]/.test(wordsOf(type)?.verb.replace('sign-up', '') ?? type)),
      [],
    ));

  it('name the object, in each sample', () => {
    const ofInstance = (type: string) => type.startsWith('drop-') || type === 'factor-policy-updated';
    const nameless = [...samples.values()].filter(({ data }) => {
      const { object, feature, after, project } = eventSentence(data);
      const general = eventSentence({ type: data.type, data: null, preData: null }).after;
      return !ofInstance(data.type) && object === '' && feature === '' && project === '' && after === general;
    });
    deepEqual(
      nameless.map(({ data }) => data.type),
      [],
    );
  });

  it('name a favorite, which has no project, and a project once', () => {
    const nothing = { environment: null, data: null, preData: null };
    equal(eventPhrase({ ...nothing, type: 'feature-favorited', featureName: 'cart' }), 'added cart to favorites');
    equal(eventPhrase({ ...nothing, type: 'project-favorited', data: { project: 'shop' } }), 'added the project shop to favorites');
    const inShop = { ...nothing, project: 'shop' };
    equal(eventPhrase({ ...inShop, type: 'project-created', data: { id: 'shop', name: 'The shop' } }), 'created the project The shop');
    equal(
      eventPhrase({ ...inShop, type: 'protection-bypassed', environment: 'production' }),
      'bypassed the protection of the project shop in production',
    );
    equal(
      eventPhrase({ ...inShop, type: 'change-request-applied', environment: 'production', data: { changeRequestId: 4 } }),
      'applied change request #4 in shop production',
    );
    equal(
      eventPhrase({ ...nothing, type: 'features-exported', data: { features: ['a', 'b', 'c', 'd'] } }),
      'exported features a, b, c and 1 more',
    );
  });

  it('name the feature and its environment', () => {
    const nothing = { environment: null, data: null, preData: null };
    const phrase = (type: string, more: object = {}) => eventPhrase({ ...nothing, type, featureName: 'cart', ...more });
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
