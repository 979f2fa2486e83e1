import { deepEqual } from 'node:assert/strict';
import { eventDefinitions, exchanges } from '@signalbox/contracts';
import { touchedBy } from './touched-by.ts';

const message = (type: string, featureName: string | null) => ({
  number: 1,
  exchange: exchanges.events,
  body: JSON.stringify({ data: { type, featureName } }),
});

const kindsThat = (touch: 'everything' | 'segments') =>
  [...eventDefinitions.values()]
    .filter(({ service, scope }) => service === 'toggles' && !scope.includes('featureName'))
    .filter(({ type }) => touchedBy([message(type, null)])[touch])
    .map(({ type }) => type)
    .sort();

describe('touched by messages', () => {
  it('returns the features that the events name', () => {
    const { features, everything, segments } = touchedBy([
      message('feature-metadata-updated', 'a'),
      message('feature-tagged', 'b'),
      message('feature-archived', 'a'),
    ]);
    deepEqual([[...features], everything, segments], [['a', 'b'], false, false]);
  });

  it('returns everything for events that change features without naming them', () => {
    deepEqual(kindsThat('everything'), [
      'drop-environments',
      'drop-feature-tags',
      'drop-features',
      'drop-projects',
      'drop-strategies',
      'drop-tag-types',
      'drop-tags',
      'environment-deleted',
      'environment-updated',
      'feature-import',
      'feature-tag-import',
      'features-imported',
      'project-environment-added',
      'project-environment-removed',
      'tag-deleted',
      'tag-type-deleted',
    ]);
  });

  it('returns the names of segments for events of segments', () => {
    deepEqual(kindsThat('segments'), ['segment-created', 'segment-deleted', 'segment-import', 'segment-updated']);
  });

  it('returns everything for an unknown type of event, as during a rolling update', () => {
    deepEqual(touchedBy([message('feature-shouted', null)]).everything, true);
  });

  it('returns everything for a state that requires a resync, and nothing for other states, which events cover', () => {
    const state = (resync: boolean) => ({ number: 1, exchange: exchanges.state, body: JSON.stringify({ resync, features: [] }) });
    deepEqual([touchedBy([state(true)]).everything, touchedBy([state(false)]).everything], [true, false]);
  });
});
