import { deepEqual, equal, match } from 'node:assert/strict';
import type { Rules } from '../rules.ts';
import { judgeRules, type JudgedEvent, type RuleFacts } from './judge-rules.ts';

const happened = (type: string, more: Partial<JudgedEvent> = {}): JudgedEvent => ({
  type,
  environment: 'production',
  featureName: 'checkout',
  data: null,
  preData: null,
  ...more,
});
const enabled = happened('feature-environment-enabled');
const strategy = (rollout: string, more: object = {}) => ({ name: 'flexibleRollout', disabled: false, parameters: { rollout }, ...more });
const problems = (rules: Rules, facts: RuleFacts, ...events: JudgedEvent[]) =>
  judgeRules(rules, events, () => facts).map(({ problem }) => problem);
const problemOf = (rules: Rules, facts: RuleFacts, ...events: JudgedEvent[]) => problems(rules, facts, ...events).at(-1);

describe('a rule', () => {
  it('judges only the events that can break it', () => {
    const rules: Rules = {
      stagedFirst: { environment: 'production', after: 'staging' },
      ownerRequired: { environments: ['production'] },
      requiredTag: { type: 'team', environments: ['production'] },
      quietHours: { environments: ['production'], freezes: [] },
    };
    deepEqual(
      judgeRules(
        rules,
        [{ ...enabled, environment: 'staging' }, happened('feature-environment-disabled'), happened('feature-tagged')],
        () => ({}),
      ),
      [],
    );
    deepEqual(
      judgeRules(rules, [enabled], () => ({})).map(({ rule }) => rule),
      ['stagedFirst', 'ownerRequired', 'requiredTag', 'quietHours'],
    );
  });

  it('decides nothing without the facts', () => {
    const rules: Rules = {
      stagedFirst: { environment: 'production', after: 'staging' },
      ownerRequired: { environments: ['production'] },
      requiredTag: { type: 'team', environments: ['production'] },
      description: {},
      quietHours: { environments: ['production'], freezes: [] },
    };
    deepEqual(problems(rules, {}, enabled), [undefined, undefined, undefined, undefined, undefined]);
    equal(problemOf({ expiryRequired: {} }, {}, happened('feature-created', { data: { type: 'release' } })), undefined);
  });

  it('requires the earlier environment first', () => {
    const rules: Rules = { stagedFirst: { environment: 'production', after: 'staging' } };
    equal(problemOf(rules, { enabledIn: { staging: true } }, enabled), null);
    match(problemOf(rules, { enabledIn: { staging: false } }, enabled) ?? '', /Enable checkout in staging first\.$/);
  });

  it('limits the step of a rollout, from zero for a new strategy or one that was disabled', () => {
    const rules: Rules = { maxStep: { environment: 'production', percentage: 25 } };
    const updated = (before: object, after: object) => happened('feature-strategy-update', { preData: before, data: after });
    equal(problemOf(rules, {}, updated(strategy('50'), strategy('75'))), null);
    match(problemOf(rules, {}, updated(strategy('50'), strategy('76'))) ?? '', /at most 75 % first, instead of 76 %\.$/);
    equal(problemOf(rules, {}, updated(strategy('90'), strategy('5'))), null);
    match(problemOf(rules, {}, updated(strategy('50', { disabled: true }), strategy('50'))) ?? '', /at most 25 %/);
    match(problemOf(rules, {}, happened('feature-strategy-add', { data: strategy('100') })) ?? '', /at most 25 %/);
    match(
      problemOf(rules, {}, happened('feature-strategy-add', { data: strategy('', { name: 'default', parameters: {} }) })) ?? '',
      /100 %/,
    );
    equal(
      problemOf(rules, {}, happened('feature-strategy-add', { data: strategy('', { name: 'userWithId', parameters: { userIds: '7' } }) })),
      null,
    );
  });

  it('compares the rollout of a replaced strategy with the one that it replaces', () => {
    const rules: Rules = { maxStep: { environment: 'production', percentage: 25 } };
    const removed = happened('feature-strategy-remove', { preData: strategy('50') });
    equal(problemOf(rules, {}, removed, happened('feature-strategy-add', { data: strategy('75') })), null);
    match(
      problemOf(rules, {}, { ...removed, featureName: 'other' }, happened('feature-strategy-add', { data: strategy('75') })) ?? '',
      /25 %/,
    );
  });

  it('requires an owner', () => {
    const rules: Rules = { ownerRequired: { environments: ['production'] } };
    equal(problemOf(rules, { hasOwner: true }, enabled), null);
    match(problemOf(rules, { hasOwner: false }, enabled) ?? '', /Set the owner of checkout first\.$/);
  });

  it('requires a type with a lifetime of new features and for new types', () => {
    const created = happened('feature-created', { data: { type: 'permission' } });
    const retyped = (before: string) => happened('feature-metadata-updated', { preData: { type: before }, data: { type: 'permission' } });
    equal(problemOf({ expiryRequired: {} }, { lifetimeDays: 40 }, created), null);
    match(problemOf({ expiryRequired: {} }, { lifetimeDays: null }, created) ?? '', /the type permission has none/);
    match(problemOf({ expiryRequired: {} }, { lifetimeDays: null }, retyped('release')) ?? '', /Choose another type\.$/);
    deepEqual(problems({ expiryRequired: {} }, { lifetimeDays: null }, retyped('permission')), []);
  });

  it('requires a tag of the type', () => {
    const rules: Rules = { requiredTag: { type: 'team', environments: ['production'] } };
    equal(problemOf(rules, { tags: [{ type: 'team', value: 'checkout' }] }, enabled), null);
    match(problemOf(rules, { tags: [{ type: 'simple', value: 'team' }] }, enabled) ?? '', /Tag checkout first\.$/);
  });

  it('requires a description that is not blank', () => {
    const created = (description: string | null) => happened('feature-created', { environment: null, data: { description } });
    equal(problemOf({ description: {} }, {}, created('Shortens the way')), null);
    match(problemOf({ description: {} }, {}, created(' ')) ?? '', /Describe checkout\.$/);
    match(problemOf({ description: {} }, { description: null }, enabled) ?? '', /Describe checkout\.$/);
    equal(problemOf({ description: {} }, { description: 'Shortens the way' }, enabled), null);
  });

  it('allows only disabling in quiet hours', () => {
    const night = { name: 'night', start: '2026-06-01T22:00', end: '2026-06-02T06:00', timeZone: 'UTC', repeats: 'daily' as const };
    const rules: Rules = { quietHours: { environments: ['production'], freezes: [night] } };
    const at = new Date('2026-07-01T23:00:00Z');
    match(problemOf(rules, { at }, enabled) ?? '', /do not change until 2026-07-02T06:00:00.000Z \(night\)/);
    match(problemOf(rules, { at }, happened('feature-archived', { environment: null })) ?? '', /^Features in production do not change/);
    equal(problemOf(rules, { at: new Date('2026-07-01T12:00:00Z') }, enabled), null);
    deepEqual(problems(rules, { at }, happened('feature-environment-disabled'), happened('feature-created')), []);
    deepEqual(problems(rules, { at }, { ...enabled, environment: 'development' }), []);
  });
});
