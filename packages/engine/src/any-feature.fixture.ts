import { type Constraint, type DependencyState, operators, type SegmentState } from '@signalbox/contracts';
import * as fc from 'fast-check';

// Random features and contexts, with few distinct values, so that they often match.

/** Two segments. Strategies also refer to a third one, which does not exist. */
export const segments = new Map<number, SegmentState>([
  [1, { id: 1, name: 'app', constraints: [{ contextName: 'appName', operator: 'IN', values: ['a'] }] }],
  [2, { id: 2, name: 'everybody', constraints: [] }],
]);

const texts = ['a', 'A', 'ab', '7', '12', '12.0', '-3', '^a.*$', '(a'];
const versions = ['1.2.3', '1.2.3-rc.1', '1.10.0', 'bogus'];
const networks = ['10.0.0.1', '10.0.0.0/8', '11.0.0.0/33'];
const addresses = ['::1', '2001:db8::/32', '2001:db8::5'];
const dates = ['2024-01-01T00:00:00Z', '2023-01-01T00:00:00.5+02:00', 'nonsense'];

const value = fc.constantFrom(...texts, ...versions, ...networks, ...addresses, 'v1.2.3', ' b');
/** A context contains addresses, not networks. */
const given = value.filter((text) => !text.includes('/'));
const field = fc.constantFrom('userId', 'sessionId', 'remoteAddress', 'appName', 'plan', 'currentTime', 'environment');
const share = fc.constantFrom('0', '1', '25', '50', '75', '100', 'x');
const list = (...entries: string[]) => fc.array(fc.constantFrom(...entries), { maxLength: 3 }).map((parts) => parts.join(', '));

const comparand = (operator: string) => {
  if (operator.startsWith('DATE_')) return fc.constantFrom(...dates);
  return fc.constantFrom(...(operator.startsWith('SEMVER_') ? versions : [...texts, ...networks]));
};
const constraint: fc.Arbitrary<Constraint> = fc.constantFrom(...operators, 'BOGUS' as Constraint['operator']).chain((operator) =>
  fc.record({
    contextName: field,
    operator: fc.constant(operator),
    values: fc.array(value, { maxLength: 3 }),
    value: comparand(operator),
    inverted: fc.boolean(),
    caseInsensitive: fc.boolean(),
  }),
);

const weight = fc.constantFrom(1, 250, 500);
const name = fc.constantFrom('x', 'y', 'z');
const strategyVariant = fc.record({
  name,
  weight,
  weightType: fc.constant('variable' as const),
  stickiness: fc.constantFrom('default', 'userId', 'plan'),
});
const override = fc.record({ contextName: field, values: fc.array(value, { maxLength: 2 }) });
const featureVariant = fc.record({ name, weight, overrides: fc.array(override, { maxLength: 1 }) });

const rule: fc.Arbitrary<[string, Record<string, string>]> = fc.oneof(
  fc.tuple(fc.constant('flexibleRollout'), fc.record({ rollout: share, stickiness: fc.constantFrom('default', 'userId', 'plan') })),
  fc.tuple(fc.constantFrom('gradualRolloutUserId', 'gradualRolloutSessionId'), fc.record({ percentage: share })),
  fc.tuple(fc.constant('userWithId'), fc.record({ userIds: list(...texts, ...versions) })),
  fc.tuple(fc.constant('remoteAddress'), fc.record({ IPs: list(...texts, ...networks) })),
  fc.tuple(fc.constantFrom('default', 'bogus'), fc.constant({})),
);
const strategy = fc.record({
  rule,
  groupId: fc.constantFrom('group', 'demo'),
  constraints: fc.array(constraint, { maxLength: 2 }),
  variants: fc.array(strategyVariant, { maxLength: 3 }),
  segments: fc.constantFrom<number[]>([], [], [1], [2], [1, 2], [9]),
});
/** A feature in one environment. */
export const settings = fc.record({
  enabled: fc.integer({ min: 0, max: 9 }).map((chance) => chance > 0),
  strategies: fc
    .array(strategy, { maxLength: 3 })
    .map((all) =>
      all.map(({ rule: [kind, parameters], groupId, ...rest }) => ({ name: kind, parameters: { ...parameters, groupId }, ...rest })),
    ),
  variants: fc.array(featureVariant, { maxLength: 3 }),
});

const dependency: fc.Arbitrary<DependencyState> = fc.record({
  feature: fc.constantFrom('parent', 'parent', 'parent', 'missing'),
  enabled: fc.boolean(),
  variants: fc.constantFrom<string[]>([], [], ['x'], ['y', 'z'], ['disabled']),
});
/** Dependencies of the feature: often none, otherwise an existing or a missing parent. */
export const dependencies = fc.array(dependency, { maxLength: 1 });

/** A context, often without some fields. */
export const context = fc.record(
  {
    userId: given,
    sessionId: given,
    remoteAddress: fc.constantFrom('10.0.0.1', '::1', '2001:db8::5', 'a'),
    appName: given,
    currentTime: fc.constantFrom('2024-06-01T00:00:00Z', '2022-06-01T00:00:00Z'),
    properties: fc.record({ plan: given }, { requiredKeys: [] }),
  },
  { requiredKeys: ['userId', 'currentTime', 'properties'] },
);
