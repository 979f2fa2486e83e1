import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { FlagdCore } from '@openfeature/flagd-core';
import { compileFeature } from '@signalbox/engine';
import type { FeatureState } from '@signalbox/contracts';
import type { Condition, User, Rule } from './questions.ts';

/** An engine that loads a list of rules. `asker` returns a function for one person, with the context in the engine's own format. */
export interface Engine {
  readonly name: string;
  load(rules: readonly Rule[]): (user: User) => (feature: string) => boolean;
}

/** Our engine first. Each is called through its public API, without network, metrics or events. */
export const engines: readonly Engine[] = [
  { name: '@signalbox/engine', load: loadOurs },
  { name: 'unleash-client', load: loadUnleash },
  { name: '@openfeature/flagd-core', load: loadFlagd },
];

type Ask = ReturnType<Engine['load']>;

function loadOurs(rules: readonly Rule[]): Ask {
  const effects = { now: () => new Date(), random: Math.random, hostname: '' };
  const features = new Map(rules.map((rule) => [rule.name, compileFeature(stateOf(rule), 'production', new Map())]));
  return ({ userId, ...properties }) => {
    const context = { userId, properties };
    return (feature) => features.get(feature)?.evaluate(context, effects, features).enabled ?? false;
  };
}

function stateOf({ name, switchedOn, conditions, share }: Rule): FeatureState {
  const constraints = conditions.map(({ field, is, values }) => ({
    contextName: field,
    operator: is,
    ...(takesOne(is) ? { value: values[0] ?? '', values: [] } : { values: [...values] }),
  }));
  const parameters = { rollout: String(share), stickiness: 'userId', groupId: name };
  const strategies = [{ name: 'flexibleRollout', parameters, constraints, variants: [], segments: [] }];
  return {
    name,
    project: 'default',
    type: 'release',
    description: null,
    stale: false,
    impressionData: false,
    dependencies: [],
    environments: { production: { enabled: switchedOn, strategies, variants: [] } },
  };
}

const takesOne = (is: Condition['is']) => is.startsWith('SEMVER_') || is.startsWith('NUM_');

interface UnleashClient {
  isEnabled(name: string, context: unknown, fallback: () => boolean): boolean;
}

/** The evaluator inside the SDK, called as the SDK calls it. */
function loadUnleash(rules: readonly Rule[]): Ask {
  const fromHere = createRequire(import.meta.url);
  const library = dirname(fromHere.resolve('unleash-client'));
  const { default: Client } = fromHere(join(library, 'client.js'));
  const { defaultStrategies } = fromHere(join(library, 'strategy'));
  const states = new Map(rules.map((rule) => [rule.name, { ...stateOf(rule), ...stateOf(rule).environments['production'] }]));
  const repository = { getToggle: (name: string) => states.get(name), getSegment: () => undefined, on: () => undefined };
  const client = new Client(repository, defaultStrategies) as UnleashClient;
  const off = () => false;
  return ({ userId, ...properties }) => {
    const context = { userId, properties };
    return (feature) => client.isEnabled(feature, context, off);
  };
}

function loadFlagd(rules: readonly Rule[]): Ask {
  const core = new FlagdCore();
  const flags = Object.fromEntries(
    rules.map(({ name, switchedOn, conditions, share }) => {
      const half = { fractional: [{ cat: [name, { var: 'userId' }] }, ['on', share], ['off', 100 - share]] };
      const drawn = share === 100 ? 'on' : half;
      const targeting = conditions.length === 0 ? drawn : { if: [{ and: conditions.map(inJsonLogic) }, drawn, 'off'] };
      const plain = conditions.length === 0 && share === 100;
      const isOn = { state: 'ENABLED', variants: { on: true, off: false }, defaultVariant: switchedOn ? 'on' : 'off' };
      return [name, plain ? isOn : { ...isOn, targeting }];
    }),
  );
  core.setConfigurations(JSON.stringify({ flags }));
  return (user) => {
    const context = { ...user, targetingKey: user.userId };
    return (feature) => core.resolveBooleanEvaluation(feature, false, context).value;
  };
}

function inJsonLogic({ field, is, values }: Condition): unknown {
  const value = { var: field };
  const response: Record<Condition['is'], unknown> = {
    IN: { in: [value, values] },
    NOT_IN: { '!': [{ in: [value, values] }] },
    STR_ENDS_WITH: { or: values.map((end) => ({ ends_with: [value, end] })) },
    SEMVER_GT: { sem_ver: [value, '>', values[0]] },
    NUM_GTE: { '>=': [value, Number(values[0])] },
  };
  return response[is];
}
