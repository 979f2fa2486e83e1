import type { Operator } from '@signalbox/contracts';
import { isNetwork, isPattern, isVersion } from '@signalbox/engine';
import { isDate, isNumber } from './literal.ts';

/** What an operator compares the context with. */
export interface OperatorRule {
  /** The property that it reads; the other one is ignored. */
  readonly reads: 'value' | 'values';
  readonly accepts: (text: string) => boolean;
  readonly expected: string;
  /** Whether the legal values of the context field bind it: a pattern or a network describes values and is none. */
  readonly boundByLegalValues: boolean;
}

const text: OperatorRule = { reads: 'values', accepts: () => true, expected: 'a text', boundByLegalValues: true };
const number: OperatorRule = { reads: 'value', accepts: isNumber, expected: 'a number', boundByLegalValues: true };
const date: OperatorRule = { reads: 'value', accepts: isDate, expected: 'a date such as 2026-01-31T12:00:00Z', boundByLegalValues: true };
const version: OperatorRule = {
  reads: 'value',
  accepts: isVersion,
  expected: 'a version such as 1.2.3 (semver.org), without a leading v',
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
  REGEX: { reads: 'value', accepts: isPattern, expected: 'a regular expression (RE2 syntax)', boundByLegalValues: false },
  IN_CIDR: { reads: 'values', accepts: isNetwork, expected: 'an address or a network such as 10.0.0.0/8', boundByLegalValues: false },
};
