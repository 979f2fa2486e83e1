import { readFileSync } from 'node:fs';

/** A flag of the conformance data, with numbers as in the file. */
interface Flag {
  readonly state?: 'ENABLED' | 'DISABLED';
  readonly disabled?: boolean;
  readonly variants: Readonly<Record<string, unknown>>;
  readonly defaultVariant?: string | null;
  readonly targeting?: unknown;
  readonly contextEvaluator?: string;
}

/** A feature of an import, with its strategies. */
export interface SeededFeature {
  readonly name: string;
  readonly enabled: boolean;
  readonly strategies: readonly object[];
}

interface Constraint {
  readonly contextName: string;
  readonly operator: string;
  readonly values?: readonly string[];
  readonly value?: string;
  readonly inverted?: boolean;
}

/** A number as written: `10.0` stays a float. */
class WrittenNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Reviver = (key: string, value: unknown, context: { readonly source: string }) => unknown;
const keepNumbers: Reviver = (_key, value, { source }) => (typeof value === 'number' ? new WrittenNumber(source) : value);

const readFlags = (path: string): Record<string, Flag> => {
  const read = JSON.parse(readFileSync(path, 'utf8'), keepNumbers as (key: string, value: unknown) => unknown);
  return read.flags ?? read;
};

/** Constraints of the only rule of the provider suite, and of the expressions of the SDK suite. */
const hitKey: Constraint = { contextName: 'userId', operator: 'IN', values: ['5c3d8535-f81a-4478-a6d3-afaa4d51199e'] };
const ballmer: Constraint = { contextName: 'email', operator: 'IN', values: ['ballmer@macrosoft.com'] };
const rules: Readonly<Record<string, { readonly variant: string; readonly constraints: readonly Constraint[] }>> = {
  'targeting-key-flag': { variant: 'hit', constraints: [hitKey] },
  'complex-targeted': {
    variant: 'internal',
    constraints: [
      { contextName: 'customer', operator: 'IN', values: ['true'], inverted: true },
      ballmer,
      { contextName: 'age', operator: 'NUM_GT', value: '10' },
    ],
  },
};
const zeroRule = { variant: 'zero', constraints: [ballmer] };

/** Features with the flags of a file. Flags without a default variant have no counterpart. */
export function readFeatures(path: string): SeededFeature[] {
  return Object.entries(readFlags(path)).flatMap(([name, flag]) => {
    if (typeof flag.defaultVariant !== 'string') return [];
    const isRuled = flag.targeting !== undefined || flag.contextEvaluator !== undefined;
    const rule = isRuled ? (rules[name] ?? zeroRule) : undefined;
    const ruled = rule ? [strategyWith(flag, rule.variant, rule.constraints)] : [];
    const enabled = flag.state !== 'DISABLED' && flag.disabled !== true;
    return [{ name, enabled, strategies: [...ruled, strategyWith(flag, flag.defaultVariant)] }];
  });
}

/** A strategy for everyone, or for users who meet the constraints, with one variant. */
function strategyWith({ variants }: Flag, name: string, constraints: readonly Constraint[] = []) {
  const variant = { name, weight: 1000, weightType: 'variable', stickiness: 'default', payload: payloadOf(variants[name]) };
  const parameters = { rollout: '100', stickiness: 'default', groupId: 'conformance' };
  return { name: 'flexibleRollout', parameters, constraints, variants: [variant] };
}

function payloadOf(value: unknown) {
  if (typeof value === 'string') return { type: 'string', value };
  if (value instanceof WrittenNumber) return { type: 'number', value: value.text };
  return { type: 'json', value: JSON.stringify(value, (_key, each) => (each instanceof WrittenNumber ? Number(each.text) : each)) };
}

/** Data of an import into development. */
export function importOf(features: readonly SeededFeature[]) {
  return {
    project: 'default',
    environment: 'development',
    data: {
      features: features.map(({ name }) => ({ name })),
      featureStrategies: features.flatMap(({ name: featureName, strategies }) =>
        strategies.map((strategy) => ({ ...strategy, featureName })),
      ),
      featureEnvironments: features.map(({ name: featureName, enabled }) => ({
        name: featureName,
        featureName,
        environment: 'development',
        enabled,
      })),
      contextFields: [],
    },
  };
}
