import { deepEqual, equal } from 'node:assert/strict';
import type { PlanAction } from '../../server/operations.ts';
import { differenceOf, groupOf, sumOf } from './effect.ts';

type Effect = NonNullable<PlanAction['effect']>;
const reach = (kind: Effect['after']['kind'], share?: number, strategies = 1): Effect['after'] => ({
  kind,
  ...(share !== undefined && { share }),
  segments: [],
  fields: [],
  strategies,
  variants: 0,
});
const rollout = (share: string, more: object = {}) => ({ name: 'flexibleRollout', parameters: { rollout: share }, ...more });
const settings = (...strategies: object[]) => ({ enabled: true, strategies });
const change = (one: object, other: object, effect: Partial<Effect> = {}): PlanAction => ({
  op: 'update',
  kind: 'Feature',
  name: 'checkout',
  environment: 'production',
  before: { ...one },
  after: { ...other },
  patch: [],
  protected: false,
  effect: { before: reach('some'), after: reach('some'), usage: { yes: 100, no: 900 }, ...effect },
});

describe('the effect of a promotion', () => {
  it('is grouped by what it does to users of the target', () => {
    const [few, many] = [settings(rollout('10')), settings(rollout('50'))];
    equal(groupOf(change({}, many, { before: reach('nobody', undefined, 0) })), 'new');
    equal(groupOf(change(few, many)), 'widens');
    equal(groupOf(change(few, settings(), { after: reach('everybody', undefined, 0) })), 'widens');
    equal(groupOf(change(many, few)), 'narrows');
    equal(groupOf(change(many, {}, { after: reach('nobody') })), 'narrows');
    equal(groupOf(change(settings(), many, { before: reach('everybody') })), 'narrows');
    equal(groupOf(change(few, settings(rollout('10', { title: 'Few' })))), 'same');
    equal(groupOf(change({}, few, { before: reach('nobody'), after: reach('nobody') })), 'same');
  });

  it('compares strategies by their segments and conditions, and counts other users as widening', () => {
    const beta = rollout('50', { segments: ['beta'] });
    equal(groupOf(change(settings(rollout('50')), settings(beta))), 'narrows');
    equal(groupOf(change(settings(beta), settings(rollout('50')))), 'widens');
    equal(groupOf(change(settings(beta), settings(rollout('50', { segments: ['staff'] })))), 'widens');
    equal(groupOf(change(settings(beta, rollout('5')), settings(rollout('5')))), 'narrows');
  });

  it('is measured by the evaluations of the past hour', () => {
    const [few, many] = [settings(rollout('10')), settings(rollout('50'))];
    deepEqual(differenceOf(change(few, many, { after: reach('some', 50) })), { perHour: 400, isBound: false });
    deepEqual(differenceOf(change(few, many)), { perHour: 900, isBound: true });
    deepEqual(differenceOf(change(many, few, { after: reach('nobody') })), { perHour: -100, isBound: false });
    const wide = change(few, settings(), { after: reach('everybody', undefined, 0), usage: { yes: 4000, no: 41_000 } });
    equal(sumOf([wide, change(few, many), change(many, {}, { after: reach('nobody') })]), 'up to 41,900/h more and 100/h fewer');
    equal(sumOf([change(few, few)]), '');
  });
});
