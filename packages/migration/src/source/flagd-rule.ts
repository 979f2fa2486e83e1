import type { Constraint } from '@signalbox/contracts';

/** A rule of flagd: JSONLogic with operators for flags. */
export type FlagdRule = unknown;

/** Something that features cannot express, as the end of a sentence. */
export class Unsupported extends Error {}

type Operator = Constraint['operator'];
type Operands = readonly FlagdRule[];

const numbers: Readonly<Record<string, Operator>> = { '>': 'NUM_GT', '>=': 'NUM_GTE', '<': 'NUM_LT', '<=': 'NUM_LTE' };
const mirrored: Readonly<Record<string, string>> = { '>': '<', '>=': '<=', '<': '>', '<=': '>=' };
const versions: Readonly<Record<string, Operator>> = {
  '=': 'SEMVER_EQ',
  '>': 'SEMVER_GT',
  '>=': 'SEMVER_GTE',
  '<': 'SEMVER_LT',
  '<=': 'SEMVER_LTE',
};
const maxAlternatives = 20;

/** The operator of a rule and its operands; undefined for a value. */
export function operationOf(rule: FlagdRule): readonly [operator: string, operands: Operands] | undefined {
  if (typeof rule !== 'object' || rule === null || Array.isArray(rule)) return undefined;
  const [entry, ...others] = Object.entries(rule as Readonly<Record<string, FlagdRule>>);
  if (!entry || others.length > 0) throw new Unsupported('a rule with several operators');
  return [entry[0], Array.isArray(entry[1]) ? (entry[1] as Operands) : [entry[1]]];
}

/** The attribute of `{"var": …}`. flagd's targeting key is the user id. */
export function attributeOf(rule: FlagdRule): string | undefined {
  const [operator, [name]] = operationOf(rule) ?? [undefined, []];
  if (operator !== 'var') return undefined;
  if (typeof name !== 'string' || name === '') throw new Unsupported('a variable without a name');
  if (name.startsWith('$flagd.')) return name;
  if (name.includes('.')) throw new Unsupported(`the path ${name}`);
  return name === 'targetingKey' ? 'userId' : name;
}

/** The alternatives of a condition: it holds if all constraints of one of them hold. */
export function alternativesOf(rule: FlagdRule): readonly (readonly Constraint[])[] {
  if (rule === true) return [[]];
  if (rule === false) return [];
  const [operator, operands] = operationOf(rule) ?? [undefined, []];
  if (operator === 'or') return operands.flatMap(alternativesOf);
  if (operator === 'and') {
    const all = operands.map(alternativesOf).reduce((left, right) => left.flatMap((one) => right.map((other) => [...one, ...other])), [[]]);
    if (all.length > maxAlternatives) throw new Unsupported(`a condition with more than ${maxAlternatives} alternatives`);
    return all;
  }
  if (operator === '!') return [[inverted(onlyConstraintOf(operands[0]))]];
  if (operator === undefined) throw new Unsupported(`the condition ${JSON.stringify(rule)}`);
  return [[constraintOf(operator, operands)]];
}

function onlyConstraintOf(rule: FlagdRule): Constraint {
  const [[constraint, second] = [], other] = alternativesOf(rule);
  if (!constraint || second || other) throw new Unsupported('“not” of several conditions');
  return constraint;
}

const inverted = (constraint: Constraint): Constraint => ({ ...constraint, inverted: !constraint.inverted });

function constraintOf(operator: string, operands: Operands): Constraint {
  const [first, second, third] = operands;
  if (operands.some((operand) => attributeOf(operand) === '$flagd.timestamp')) return timeConstraint(operator, first, second);
  const [left, right] = [attributeOf(first), attributeOf(second)];
  if (left !== undefined && right !== undefined) throw new Unsupported('a comparison of two attributes');
  const [contextName, value] = left === undefined ? [right, first] : [left, second];
  if (contextName === undefined || contextName.startsWith('$flagd.'))
    throw new Unsupported(`a condition without an attribute: ${operator}`);
  if (operator === 'in') return left === undefined ? containsText(contextName, value) : isOneOf(contextName, value);
  if (operator === '==' || operator === '===') return isEqual(contextName, value);
  if (operator === '!=' || operator === '!==') return inverted(isEqual(contextName, value));
  if (operator === 'starts_with') return { contextName, operator: 'STR_STARTS_WITH', values: [textOf(value)] };
  if (operator === 'ends_with') return { contextName, operator: 'STR_ENDS_WITH', values: [textOf(value)] };
  if (operator === 'sem_ver') return versionConstraint(contextName, textOf(second), textOf(third));
  const comparison = numbers[left === undefined ? (mirrored[operator] ?? '') : operator];
  if (!comparison || typeof value !== 'number') throw new Unsupported(`the operator ${operator}`);
  return { contextName, operator: comparison, value: String(value) };
}

function textOf(value: FlagdRule): string {
  if (typeof value !== 'string' || value === '') throw new Unsupported(`the value ${JSON.stringify(value)}`);
  return value;
}

const containsText = (contextName: string, value: FlagdRule): Constraint => ({
  contextName,
  operator: 'STR_CONTAINS',
  values: [textOf(value)],
});

function isOneOf(contextName: string, values: FlagdRule): Constraint {
  if (!Array.isArray(values)) throw new Unsupported('“in” without a list');
  return { contextName, operator: 'IN', values: values.map(scalarText) };
}

const isEqual = (contextName: string, value: FlagdRule): Constraint =>
  typeof value === 'number'
    ? { contextName, operator: 'NUM_EQ', value: String(value) }
    : { contextName, operator: 'IN', values: [scalarText(value)] };

function scalarText(value: FlagdRule): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return textOf(value);
}

function versionConstraint(contextName: string, comparison: string, value: string): Constraint {
  if (comparison === '!=') return { contextName, operator: 'SEMVER_EQ', value, inverted: true };
  const operator = versions[comparison];
  if (!operator) throw new Unsupported(`sem_ver with ${comparison}`);
  return { contextName, operator, value };
}

/** Seconds since 1970. Strict and other comparisons differ by a second at most. */
function timeConstraint(operator: string, first: FlagdRule, second: FlagdRule): Constraint {
  const isLeft = attributeOf(first) !== undefined;
  const [comparison, seconds] = isLeft ? [operator, second] : [mirrored[operator] ?? '', first];
  if (typeof seconds !== 'number' || !(comparison in numbers)) throw new Unsupported('this comparison of the time');
  const value = new Date(seconds * 1000).toISOString();
  return { contextName: 'currentTime', operator: comparison.startsWith('>') ? 'DATE_AFTER' : 'DATE_BEFORE', value };
}
