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

describe('what messages touch', () => {
  it('is the features that their events name', () => {
    const { features, everything, segments } = touchedBy([
      message('feature-metadata-updated', 'a'),
      message('feature-tagged', 'b'),
      message('feature-archived', 'a'),
    ]);
    deepEqual([[...features], everything, segments], [['a', 'b'], false, false]);
  });

  it('is everything where events change features that they do not name', () => {
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

  it('is the names of segments for events of segments', () => {
    deepEqual(kindsThat('segments'), ['segment-created', 'segment-deleted', 'segment-import', 'segment-updated']);
  });

  it('is everything for a kind that is not known here, as during a roll-out', () => {
    deepEqual(touchedBy([message('feature-shouted', null)]).everything, true);
  });

  it('is everything for a state that must be fetched anew, and nothing for one that says what events say', () => {
    const state = (resync: boolean) => ({ number: 1, exchange: exchanges.state, body: JSON.stringify({ resync, features: [] }) });
    deepEqual([touchedBy([state(true)]).everything, touchedBy([state(false)]).everything], [true, false]);
  });
});
