import { deepEqual, equal } from 'node:assert/strict';
import {
  asText,
  describeConstraint,
  describeOperator,
  describeStickiness,
  describeStrategy,
  type StrategyContent,
  describeValues,
} from './sentence.ts';
import type { Constraint, Operator } from '../../server/ask.ts';

const plain: StrategyContent = {
  name: 'flexibleRollout',
  title: null,
  disabled: false,
  parameters: { rollout: '100', stickiness: 'default', groupId: 'pay' },
  constraints: [],
  segments: [],
  variants: [],
};
const segmentName = (id: number) => ({ 1: 'beta', 2: 'staff' })[id];
const sentenceOf = (more: Partial<StrategyContent>) => asText(describeStrategy({ ...plain, ...more }, segmentName));
const constraint = (operator: Operator, more: Partial<Constraint> = {}): Constraint => ({ contextName: 'country', operator, ...more });
const share = (rollout: string) => ({ parameters: { ...plain.parameters, rollout } });

describe('the sentence of a constraint', () => {
  const of = (given: Constraint) => asText(describeConstraint(given));

  const single: readonly (readonly [Operator, string, string])[] = [
    ['NUM_EQ', 'country equals 5', 'country does not equal 5'],
    ['NUM_GT', 'country is greater than 5', 'country is not greater than 5'],
    ['NUM_GTE', 'country is at least 5', 'country is not at least 5'],
    ['NUM_LT', 'country is less than 5', 'country is not less than 5'],
    ['NUM_LTE', 'country is at most 5', 'country is not at most 5'],
    ['DATE_AFTER', 'country is after 5', 'country is not after 5'],
    ['DATE_BEFORE', 'country is before 5', 'country is not before 5'],
    ['SEMVER_EQ', 'country is version 5', 'country is not version 5'],
    ['SEMVER_GT', 'country is above version 5', 'country is not above version 5'],
    ['SEMVER_GTE', 'country is at least version 5', 'country is not at least version 5'],
    ['SEMVER_LT', 'country is below version 5', 'country is not below version 5'],
    ['SEMVER_LTE', 'country is at most version 5', 'country is not at most version 5'],
    ['REGEX', 'country matches 5', 'country does not match 5'],
  ];
  for (const [operator, holds, inverted] of single)
    it(`describes ${operator} and its inversion`, () => {
      equal(of(constraint(operator, { value: '5' })), holds);
      equal(of(constraint(operator, { value: '5', inverted: true })), inverted);
    });

  const several: readonly (readonly [Operator, string, string, string])[] = [
    ['IN', 'country is SE', 'country is one of SE, NO', 'country is none of SE, NO'],
    ['NOT_IN', 'country is not SE', 'country is none of SE, NO', 'country is one of SE, NO'],
    ['STR_STARTS_WITH', 'country starts with SE', 'country starts with one of SE, NO', 'country does not start with one of SE, NO'],
    ['STR_ENDS_WITH', 'country ends with SE', 'country ends with one of SE, NO', 'country does not end with one of SE, NO'],
    ['STR_CONTAINS', 'country contains SE', 'country contains one of SE, NO', 'country does not contain one of SE, NO'],
    ['IN_CIDR', 'country is in network SE', 'country is in one of the networks SE, NO', 'country is in none of the networks SE, NO'],
  ];
  for (const [operator, one, two, inverted] of several)
    it(`describes ${operator} with one value, two, and inverted`, () => {
      equal(of(constraint(operator, { values: ['SE'] })), one);
      equal(of(constraint(operator, { values: ['SE', 'NO'] })), two);
      equal(of(constraint(operator, { values: ['SE', 'NO'], inverted: true })), inverted);
    });

  it('mentions ignored case only for string operators', () => {
    equal(of(constraint('STR_CONTAINS', { values: ['se'], caseInsensitive: true })), 'country contains se (ignoring case)');
    equal(of(constraint('IN', { values: ['se'], caseInsensitive: true })), 'country is se');
  });

  it('contains "nothing" without values', () => equal(of(constraint('IN', { values: [] })), 'country is one of nothing'));

  it('keeps markup as text', () => {
    const hostile = '<img src=x onerror=alert(1)>';
    deepEqual(describeConstraint(constraint('IN', { values: [hostile] })).at(-1), { kind: 'value', text: hostile });
  });
});

describe('a list of values', () => {
  const many = Array.from({ length: 214 }, (_, index) => `v${index}`);
  it('is complete if it is short', () => equal(asText(describeValues(many.slice(0, 5))), 'v0, v1, v2, v3, v4'));
  it('is abbreviated with the number of further values', () => equal(asText(describeValues(many)), 'v0, v1 and 212 more'));
  it('groups thousands', () => equal(asText(describeValues([...Array(5002).keys()].map(String))), '0, 1 and 5,000 more'));
});

describe('the sentence of a strategy', () => {
  const cases: readonly (readonly [name: string, more: Partial<StrategyContent>, sentence: string])[] = [
    ['everyone', {}, 'for everyone'],
    ['a rollout', share('25'), 'for 25% of users'],
    ['no one', share('0'), 'for 0% of users'],
    ['a rollout that is not a number', share('x'), 'for 0% of users'],
    ['a segment', { segments: [1] }, 'for everyone in segment beta'],
    ['an unknown segment', { segments: [9] }, 'for everyone in segment number 9'],
    [
      'a rollout with segments and constraints',
      { ...share('25'), segments: [1, 2], constraints: [constraint('IN', { values: ['SE'] })] },
      'for 25% of users in segment beta and in segment staff where country is SE',
    ],
    ['the default strategy', { name: 'default', parameters: {} }, 'for everyone'],
    ['users by id', { name: 'userWithId', parameters: { userIds: '1, 2' } }, 'for everyone where userId is one of 1, 2'],
    ['addresses', { name: 'remoteAddress', parameters: { IPs: '::1' } }, 'for everyone where remoteAddress is ::1'],
    ['hosts', { name: 'applicationHostname', parameters: { hostNames: 'a' } }, 'for everyone where host name is a'],
    ['a legacy rollout', { name: 'gradualRolloutRandom', parameters: { percentage: '7' } }, 'for 7% of users'],
    [
      'a custom strategy',
      { name: 'moon', parameters: { phase: 'full' } },
      'for everyone where custom strategy moon matches with phase: full',
    ],
  ];
  for (const [name, more, sentence] of cases) it(`describes ${name}`, () => equal(sentenceOf(more), sentence));

  it('names variants with their weights', () => {
    const variant = (name: string, weight: number) => ({ name, weight, weightType: 'variable' as const, stickiness: 'default' });
    equal(sentenceOf({ variants: [variant('a', 1000)] }), 'for everyone as variant a');
    equal(sentenceOf({ variants: [variant('a', 333), variant('b', 667)] }), 'for everyone as variants a 33.3%, b 66.7%');
  });

  it('describes the stickiness', () => {
    const by = (stickiness: string) => describeStickiness({ ...plain, parameters: { stickiness } });
    deepEqual(['default', 'random', 'companyId'].map(by), [
      'sticky by user or session',
      'random on each evaluation',
      'sticky by companyId',
    ]);
    equal(describeStickiness({ ...plain, name: 'default' }), '');
  });

  it('has an operator without values, for the operator field', () => equal(describeOperator('STR_CONTAINS', false, 0), 'contains'));
});
