import { deepEqual, equal } from 'node:assert/strict';
import {
  changesFor,
  type Difference,
  type Exported,
  importOf,
  isAsSeen,
  isDifferent,
  reversed,
  describeDifference,
  differenceToApply,
} from './promotion.ts';

type Strategy = Difference['from']['strategies'][number];

const strategy = (id: string, share: string, more: Partial<Strategy> = {}): Strategy => ({
  id,
  name: 'flexibleRollout',
  title: null,
  disabled: false,
  parameters: { rollout: share, stickiness: 'default', groupId: 'pay' },
  constraints: [],
  variants: [],
  sortOrder: 0,
  segments: [],
  ...more,
});
const variants = [{ name: 'blue', weight: 1000 }];
const pay: Difference = {
  name: 'pay',
  from: { enabled: true, strategies: [strategy('a', '50', { segments: [7] }), strategy('b', '10')], variants: [] },
  to: { enabled: false, strategies: [strategy('c', '10')], variants },
};
const nameOf = () => 'beta';
const exported = (enabled: boolean, strategies: readonly Strategy[]): Exported => ({
  features: [],
  featureStrategies: strategies.map((one) => ({ ...one, featureName: 'pay' })),
  featureEnvironments: [{ name: 'pay', featureName: 'pay', environment: 'production', enabled, variants }],
  contextFields: [],
  featureTags: [{ featureName: 'pay', tagType: 'simple', tagValue: 'money', createdByUserId: null }],
  segments: [],
  tagTypes: [],
  dependencies: [],
  links: [],
});

describe('a promotion', () => {
  it('describes each difference, whatever the position of strategies', () =>
    deepEqual(describeDifference(pay, nameOf), ['turned on', 'added: for 50% of users in segment beta', 'variants blue 100% → none']));

  it('reports a new order if nothing else differs', () => {
    const [first, second] = [strategy('a', '1'), strategy('b', '2')];
    const from = { enabled: true, strategies: [first, second], variants: [] };
    deepEqual(describeDifference({ name: 'pay', from, to: { ...from, strategies: [second, first] } }, nameOf), ['strategies reordered']);
  });

  it('can leave the switch unchanged', () => {
    equal(differenceToApply(pay, false).from.enabled, false);
    const onlySwitched = { ...pay, to: { ...pay.from, enabled: false } };
    deepEqual([isDifferent(onlySwitched), isDifferent(differenceToApply(onlySwitched, false))], [true, false]);
  });

  it('becomes changes of a change request that update the strategy at the same position', () => {
    const { id: _id, sortOrder: _sortOrder, ...first } = strategy('', '50', { segments: [7] });
    const { id: _own, sortOrder: _own2, ...second } = strategy('', '10');
    deepEqual(changesFor([pay]), [
      { feature: 'pay', action: 'updateStrategy', payload: { id: 'c', ...first } },
      { feature: 'pay', action: 'addStrategy', payload: second },
      { feature: 'pay', action: 'patchVariant', payload: { variants: [] } },
      { feature: 'pay', action: 'updateEnabled', payload: { enabled: true } },
    ]);
    deepEqual(
      changesFor([reversed(pay)]).map(({ action }) => action),
      ['updateStrategy', 'deleteStrategy', 'patchVariant', 'updateEnabled'],
    );
  });

  it('detects whether the target has changed since it was shown', () => {
    equal(isAsSeen([pay], exported(false, [strategy('c', '10')])), true);
    equal(isAsSeen([pay], exported(true, [strategy('c', '10')])), false);
    equal(isAsSeen([pay], exported(false, [strategy('c', '11')])), false);
    equal(isAsSeen([pay], exported(false, [])), false);
  });

  it('is an import that changes only the configuration of the environment', () => {
    const { features, featureTags, segments, links, dependencies } = importOf([pay], exported(false, []), nameOf);
    deepEqual(features, [{ name: 'pay' }]);
    deepEqual(featureTags, [{ featureName: 'pay', tagType: 'simple', tagValue: 'money' }]);
    deepEqual([segments, links, dependencies], [[{ id: 7, name: 'beta' }], [], []]);
  });

  it('removes and sets variants with one import', () => {
    const variantsOf = (difference: Difference) => importOf([difference], exported(false, []), nameOf).featureEnvironments?.[0]?.variants;
    equal(variantsOf(pay), null);
    deepEqual(variantsOf(reversed(pay)), variants);
    deepEqual(variantsOf({ ...pay, to: { ...pay.to, variants: [] } }), []);
  });
});
