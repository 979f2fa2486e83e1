import { deepEqual, throws } from 'node:assert/strict';
import { type FlagdFlag, translateFlag } from './flagd-flag.ts';

const boolean = { on: true, off: false };
const colors = { red: '#f00', blue: '#00f' };
const flag = (more: Partial<FlagdFlag>): FlagdFlag => ({ state: 'ENABLED', variants: boolean, defaultVariant: 'off', ...more });
const within = (name: string, values: unknown) => ({ in: [{ var: name }, values] });

/** Rollout, constraints and variants of each strategy. */
const strategiesOf = (given: FlagdFlag) =>
  translateFlag('demo', given).settings.strategies.map(({ constraints, parameters, variants }) => ({
    rollout: parameters['rollout'],
    constraints,
    variants: variants.map(({ name, weight, payload }) => [name, weight, payload?.type, payload?.value]),
  }));

describe('a flag of flagd as a feature', () => {
  it('is on for everyone, or off, without a rule', () => {
    deepEqual(strategiesOf(flag({ defaultVariant: 'on' })), [{ rollout: '100', constraints: [], variants: [] }]);
    deepEqual(translateFlag('demo', flag({})), { settings: { enabled: false, variants: [], strategies: [] } });
    deepEqual(translateFlag('demo', flag({ state: 'DISABLED', defaultVariant: 'on' })).settings.enabled, false);
  });

  it('has a variant with a payload for each value', () => {
    deepEqual(strategiesOf(flag({ variants: colors, defaultVariant: 'red' })), [
      { rollout: '100', constraints: [], variants: [['red', 1000, 'string', '#f00']] },
    ]);
    deepEqual(strategiesOf(flag({ variants: { ten: 10 }, defaultVariant: 'ten' }))[0]?.variants, [['ten', 1000, 'number', '10']]);
    deepEqual(strategiesOf(flag({ variants: { all: { a: [1] } }, defaultVariant: 'all' }))[0]?.variants, [
      ['all', 1000, 'json', '{"a":[1]}'],
    ]);
  });

  for (const [rule, constraint] of [
    [within('plan', ['gold']), { contextName: 'plan', operator: 'IN', values: ['gold'] }],
    [within('targetingKey', ['7']), { contextName: 'userId', operator: 'IN', values: ['7'] }],
    [{ in: ['@shop', { var: 'email' }] }, { contextName: 'email', operator: 'STR_CONTAINS', values: ['@shop'] }],
    [{ '==': [{ var: 'plan' }, 'gold'] }, { contextName: 'plan', operator: 'IN', values: ['gold'] }],
    [{ '!=': [{ var: 'plan' }, 'gold'] }, { contextName: 'plan', operator: 'IN', values: ['gold'], inverted: true }],
    [{ '!': [within('plan', ['gold'])] }, { contextName: 'plan', operator: 'IN', values: ['gold'], inverted: true }],
    [{ '==': [{ var: 'age' }, 5] }, { contextName: 'age', operator: 'NUM_EQ', value: '5' }],
    [{ '>': [{ var: 'age' }, 5] }, { contextName: 'age', operator: 'NUM_GT', value: '5' }],
    [{ '>': [5, { var: 'age' }] }, { contextName: 'age', operator: 'NUM_LT', value: '5' }],
    [{ ends_with: [{ var: 'email' }, '.no'] }, { contextName: 'email', operator: 'STR_ENDS_WITH', values: ['.no'] }],
    [{ sem_ver: [{ var: 'version' }, '>=', '1.2.0'] }, { contextName: 'version', operator: 'SEMVER_GTE', value: '1.2.0' }],
    [{ '>=': [{ var: '$flagd.timestamp' }, 0] }, { contextName: 'currentTime', operator: 'DATE_AFTER', value: '1970-01-01T00:00:00.000Z' }],
  ] as const)
    it(`has a constraint for ${JSON.stringify(rule)}`, () =>
      deepEqual(strategiesOf(flag({ targeting: { if: [rule, 'on', 'off'] } })), [
        { rollout: '100', constraints: [constraint], variants: [] },
      ]));

  it('has one strategy for each case and alternative, in order', () => {
    const targeting = { if: [{ or: [within('plan', ['gold']), within('country', ['NO'])] }, 'red', within('plan', ['tin']), 'blue', null] };
    deepEqual(
      strategiesOf(flag({ variants: colors, defaultVariant: 'blue', targeting })).map(({ constraints, variants }) => [
        constraints[0]?.contextName,
        variants[0]?.[0],
      ]),
      [
        ['plan', 'red'],
        ['country', 'red'],
        ['plan', 'blue'],
        [undefined, 'blue'],
      ],
    );
  });

  it('has a rollout or weights for shares, and says that they reach other users', () => {
    const shares = (...list: unknown[]) => ({ fractional: list });
    const half = flag({ targeting: shares(['on', 25], ['off', 75]) });
    deepEqual(strategiesOf(half), [{ rollout: '25', constraints: [], variants: [] }]);
    deepEqual(translateFlag('demo', half).adapted, 'A share decides. It reaches other users than in flagd, which hashes differently.');
    const byMail = translateFlag(
      'demo',
      flag({ variants: colors, defaultVariant: 'red', targeting: shares({ var: 'email' }, ['red', 1], ['blue', 3]) }),
    );
    deepEqual(byMail.settings.strategies[0]?.parameters['stickiness'], 'email');
    deepEqual(
      byMail.settings.strategies[0]?.variants.map(({ name, weight }) => [name, weight]),
      [
        ['red', 250],
        ['blue', 750],
      ],
    );
  });

  for (const [reason, more] of [
    ['a case that is false before another one', { targeting: { if: [within('plan', ['gold']), 'off', 'on'] } }],
    ['the path a.b', { targeting: { if: [within('a.b', ['x']), 'on', 'off'] } }],
    ['a comparison of two attributes', { targeting: { if: [{ '==': [{ var: 'a' }, { var: 'b' }] }, 'on', 'off'] } }],
    ['sem_ver with ^', { targeting: { if: [{ sem_ver: [{ var: 'v' }, '^', '1.0.0'] }, 'on', 'off'] } }],
    ['the variant none, which does not exist', { defaultVariant: 'none' }],
    ['no variants', { variants: {} }],
    ['“not” of several conditions', { targeting: { if: [{ '!': [{ and: [within('a', ['x']), within('b', ['x'])] }] }, 'on', 'off'] } }],
    ['the operator %', { targeting: { if: [{ '%': [{ var: 'a' }, 2] }, 'on', 'off'] } }],
  ] as const)
    it(`is skipped: ${reason}`, () => throws(() => translateFlag('demo', flag(more)), { message: reason }));
});
