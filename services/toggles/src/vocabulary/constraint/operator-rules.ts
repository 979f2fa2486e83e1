import type { Constraint, Operator } from '@signalbox/contracts';
import { isNetwork, isVersion } from '@signalbox/engine';
import { isDate, isNumber } from './literal.ts';
import { patternProblem } from './pattern-problem.ts';

/** Rules for the values that an operator compares with the context. */
export interface OperatorRule {
  /** Returns the requirement that the text violates, null if it is valid. */
  readonly problemOf: (text: string, constraint: Constraint) => string | null;
  /** True if values must be legal values of the context field. Patterns and networks describe values, so they are exempt. */
  readonly boundByLegalValues: boolean;
}

const unless =
  (accepts: (text: string) => boolean, expected: string): OperatorRule['problemOf'] =>
  (given, { operator }) =>
    accepts(given) ? null : `must be ${expected} for ${operator}; got ${JSON.stringify(given)}`;

const isHash = (given: string): boolean => /^[0-9a-f]{64}$/.test(given);

const text: OperatorRule = { problemOf: () => null, boundByLegalValues: true };
const number: OperatorRule = { problemOf: unless(isNumber, 'a number'), boundByLegalValues: true };
const date: OperatorRule = {
  problemOf: unless(isDate, 'a date such as 2026-01-31T12:00:00Z'),
  boundByLegalValues: true,
};
const version: OperatorRule = {
  problemOf: unless(isVersion, 'a version such as 1.2.3 (semver.org), without a leading v'),
  boundByLegalValues: true,
};

export const operatorRules: Readonly<Record<Operator, OperatorRule>> = {
  IN: text,
  NOT_IN: text,
  STR_ENDS_WITH: text,
  STR_STARTS_WITH: text,
  STR_CONTAINS: text,
  NUM_EQ: number,
  NUM_GT: number,
  NUM_GTE: number,
  NUM_LT: number,
  NUM_LTE: number,
  DATE_AFTER: date,
  DATE_BEFORE: date,
  SEMVER_EQ: version,
  SEMVER_GT: version,
  SEMVER_GTE: version,
  SEMVER_LT: version,
  SEMVER_LTE: version,
  REGEX: { problemOf: patternProblem, boundByLegalValues: false },
  IN_CIDR: { problemOf: unless(isNetwork, 'an address or a network such as 10.0.0.0/8'), boundByLegalValues: false },
  IN_LIST: { problemOf: unless(isHash, 'the hash of an uploaded list'), boundByLegalValues: false },
};
