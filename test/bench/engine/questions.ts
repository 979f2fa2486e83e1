import type { Constraint } from '@signalbox/contracts';

/** A rule that each engine expresses in its own way. `share` is a percentage. Without any rule, the feature is on for everyone. */
export interface Rule {
  readonly name: string;
  readonly switchedOn: boolean;
  readonly conditions: readonly Condition[];
  readonly share: number;
}

/** A condition on a context field. */
export interface Condition {
  readonly field: 'country' | 'plan' | 'email' | 'version' | 'age' | 'userId';
  readonly is: Extract<Constraint['operator'], 'IN' | 'NOT_IN' | 'STR_ENDS_WITH' | 'SEMVER_GT' | 'NUM_GTE'>;
  readonly values: readonly string[];
}

/** Input of an evaluation: a person. */
export interface User {
  readonly userId: string;
  readonly country: string;
  readonly plan: string;
  readonly email: string;
  readonly version: string;
  readonly age: string;
}

const inCountries: Condition = { field: 'country', is: 'IN', values: ['no', 'se', 'dk', 'fi', 'is'] };
const notFree: Condition = { field: 'plan', is: 'NOT_IN', values: ['free', 'trial'] };
const colleague: Condition = { field: 'email', is: 'STR_ENDS_WITH', values: ['@example.com', '@example.org'] };
const recent: Condition = { field: 'version', is: 'SEMVER_GT', values: ['2.4.0'] };
const grown: Condition = { field: 'age', is: 'NUM_GTE', values: ['18'] };
const invited: Condition = { field: 'userId', is: 'IN', values: Array.from({ length: 50 }, (_, index) => String(index * 7)) };

/** A gradual roll-out to half of the users who match two constraints. */
export const rollout: Rule = { name: 'rollout', switchedOn: true, conditions: [inCountries, notFree], share: 50 };

const kinds: readonly Omit<Rule, 'name'>[] = [
  { switchedOn: true, conditions: [], share: 100 },
  { switchedOn: false, conditions: [], share: 100 },
  { switchedOn: true, conditions: [], share: 25 },
  { switchedOn: true, conditions: [inCountries, notFree], share: 50 },
  { switchedOn: true, conditions: [colleague], share: 100 },
  { switchedOn: true, conditions: [recent], share: 100 },
  { switchedOn: true, conditions: [grown, inCountries], share: 75 },
  { switchedOn: true, conditions: [invited], share: 100 },
];

/** A thousand features of eight kinds. */
export const mix: readonly Rule[] = Array.from({ length: 1000 }, (_, index) => ({
  ...(kinds[index % kinds.length] as Omit<Rule, 'name'>),
  name: `feature-${index}`,
}));

const countries = ['no', 'se', 'de', 'fr', 'dk', 'us'];
const plans = ['free', 'team', 'enterprise'];
const versions = ['1.9.3', '2.4.0', '2.4.1', '3.0.0'];
const hosts = ['example.com', 'example.net'];

/** A few hundred people who differ in every field. */
export const users: readonly User[] = Array.from({ length: 512 }, (_, index) => ({
  userId: String(index),
  country: countries[index % countries.length] ?? '',
  plan: plans[index % plans.length] ?? '',
  email: `person-${index}@${hosts[index % hosts.length] ?? ''}`,
  version: versions[index % versions.length] ?? '',
  age: String(10 + (index % 60)),
}));
