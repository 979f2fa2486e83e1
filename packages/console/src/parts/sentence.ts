import { partsTexts } from './texts.ts';
import type { Constraint, FeatureStrategy, Operator } from '../server/operations.ts';

/** The content of a strategy, without its id and position. */
export type StrategyContent = Omit<FeatureStrategy, 'id' | 'sortOrder'>;

/** A segment of a sentence: plain words, or a highlighted name or value. */
export interface Piece {
  readonly kind: 'text' | 'field' | 'value' | 'segment';
  readonly text: string;
}

/** Name of a segment by id; undefined if unknown. */
export type SegmentNames = (id: number) => string | undefined;

const text = (words: string): Piece => ({ kind: 'text', text: words });
const value = (content: string): Piece => ({ kind: 'value', text: content });
const field = (name: string): Piece => ({ kind: 'field', text: name });

/** Words of each operator, and of its inversion. */
const operatorWords: Readonly<Record<Operator, readonly [holds: string, inverted: string]>> = {
  IN: ['is one of', 'is none of'],
  NOT_IN: ['is none of', 'is one of'],
  STR_STARTS_WITH: ['starts with', 'does not start with'],
  STR_ENDS_WITH: ['ends with', 'does not end with'],
  STR_CONTAINS: ['contains', 'does not contain'],
  NUM_EQ: ['equals', 'does not equal'],
  NUM_GT: ['is greater than', 'is not greater than'],
  NUM_GTE: ['is at least', 'is not at least'],
  NUM_LT: ['is less than', 'is not less than'],
  NUM_LTE: ['is at most', 'is not at most'],
  DATE_AFTER: ['is after', 'is not after'],
  DATE_BEFORE: ['is before', 'is not before'],
  SEMVER_EQ: ['is version', 'is not version'],
  SEMVER_GT: ['is above version', 'is not above version'],
  SEMVER_GTE: ['is at least version', 'is not at least version'],
  SEMVER_LT: ['is below version', 'is not below version'],
  SEMVER_LTE: ['is at most version', 'is not at most version'],
  REGEX: ['matches', 'does not match'],
  IN_CIDR: ['is in network', 'is not in network'],
};

const ofOne: Readonly<Record<string, string>> = { 'is one of': 'is', 'is none of': 'is not' };
const ofSeveral: Readonly<Record<string, string>> = {
  'is in network': 'is in one of the networks',
  'is not in network': 'is in none of the networks',
};

/** Words of an operator for the given number of values. */
export function sayOperator(operator: Operator, isInverted: boolean, count: number): string {
  const words = operatorWords[operator][isInverted ? 1 : 0];
  if (count === 1) return ofOne[words] ?? words;
  if (count === 0) return words;
  return ofSeveral[words] ?? (mayIgnoreCase(operator) ? `${words} one of` : words);
}

/** True for operators that compare with a single value. */
export const takesOneValue = (operator: Operator): boolean => /^(?:NUM|DATE|SEMVER|REGEX)/.test(operator);

/** True for operators that can ignore case. */
export const mayIgnoreCase = (operator: Operator): boolean => operator.startsWith('STR_');

const shownComplete = 5;
const shownOfMany = 2;

/** A list of values: complete if short, otherwise abbreviated with the number of further values. */
export function sayValues(values: readonly string[]): readonly Piece[] {
  if (values.length === 0) return [text('nothing')];
  if (values.length <= shownComplete) return values.map(value);
  return [...values.slice(0, shownOfMany).map(value), text(`and ${(values.length - shownOfMany).toLocaleString('en')} more`)];
}

export function sayConstraint({ contextName, operator, inverted, caseInsensitive, values, value: single }: Constraint): readonly Piece[] {
  const compared = takesOneValue(operator) ? [single ?? ''] : (values ?? []);
  return [
    field(contextName),
    text(sayOperator(operator, Boolean(inverted), compared.length)),
    ...sayValues(compared),
    ...(caseInsensitive && mayIgnoreCase(operator) ? [text('(ignoring case)')] : []),
  ];
}

/** Built-in strategies with a list parameter, and the field that it is compared with. */
const ownLists: Readonly<Record<string, readonly [parameter: string, field: string]>> = {
  userWithId: ['userIds', 'userId'],
  remoteAddress: ['IPs', 'remoteAddress'],
  applicationHostname: ['hostNames', 'host name'],
};

/** Parameter that has the rollout percentage, by strategy. */
const shareParameters: Readonly<Record<string, string>> = {
  flexibleRollout: 'rollout',
  gradualRolloutUserId: 'percentage',
  gradualRolloutSessionId: 'percentage',
  gradualRolloutRandom: 'percentage',
};

/** The rollout percentage of a strategy; null for strategies without one. */
export function shareOf({ name, parameters }: Pick<StrategyContent, 'name' | 'parameters'>): number | null {
  const parameter = shareParameters[name];
  if (parameter === undefined) return null;
  return Math.min(100, Math.max(0, Number(parameters[parameter]) || 0));
}

/** The audience of a strategy in one sentence. */
export function sayStrategy(strategy: StrategyContent, segmentName: SegmentNames): readonly Piece[] {
  const segments = strategy.segments.map((id) => saySegment(id, segmentName));
  const conditions = [...strategy.constraints.map(sayConstraint), ...sayOwnRule(strategy)];
  return [
    ...sayShare(shareOf(strategy) ?? 100),
    ...joined(segments),
    ...(conditions.length > 0 ? [text('where')] : []),
    ...joined(conditions),
    ...sayVariants(strategy.variants),
  ];
}

const sayShare = (share: number): readonly Piece[] =>
  share === 100 ? [text('for everyone')] : [text('for'), value(`${share}%`), text('of users')];

const saySegment = (id: number, segmentName: SegmentNames): readonly Piece[] => [
  text('in segment'),
  { kind: 'segment', text: segmentName(id) ?? `number ${id}` },
];

/** Joins segments of a sentence with "and". */
const joined = (parts: readonly (readonly Piece[])[]): readonly Piece[] =>
  parts.flatMap((part, index) => (index > 0 ? [text('and'), ...part] : part));

/** Conditions of a strategy type beyond constraints, segments and rollout; empty for most. */
export function sayOwnRule({ name, parameters }: Pick<StrategyContent, 'name' | 'parameters'>): readonly (readonly Piece[])[] {
  if (name === 'default' || name in shareParameters) return [];
  const [parameter, compared] = ownLists[name] ?? [];
  if (parameter !== undefined && compared !== undefined) {
    const values = listOf(parameters[parameter]);
    return [[field(compared), text(sayOperator('IN', false, values.length)), ...sayValues(values)]];
  }
  const told = Object.entries(parameters).map(([key, content]) => value(`${key}: ${content}`));
  return [[text('custom strategy'), value(name), text(told.length > 0 ? 'matches with' : 'matches'), ...told]];
}

/** Splits a comma-separated list. */
const listOf = (written: string | undefined): readonly string[] =>
  (written ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

function sayVariants(variants: StrategyContent['variants']): readonly Piece[] {
  if (variants.length === 0) return [];
  return [
    text(variants.length === 1 ? 'as variant' : 'as variants'),
    ...variants.map(({ name, weight }) => value(variants.length === 1 ? name : `${name} ${weight / 10}%`)),
  ];
}

/** The stickiness of a rollout in words. */
export function sayStickiness({ name, parameters }: StrategyContent): string {
  if (name !== 'flexibleRollout') return '';
  const stickiness = parameters['stickiness'] ?? 'default';
  if (stickiness === 'random') return 'random on each evaluation';
  return stickiness === 'default' ? 'sticky by user or session' : `sticky by ${stickiness}`;
}

/** A sentence as plain text. */
export const asText = (pieces: readonly Piece[]): string => pieces.map((piece) => piece.text).join(' ');

/** Reason why a condition does not match: the actual value with the inverted operator, or a missing value. */
export function sayMissed(constraint: Constraint, given: string | null | undefined): string {
  if (given === null || given === undefined) return partsTexts.persona.because.missing(constraint.contextName);
  const [first, ...rest] = sayConstraint({ ...constraint, inverted: !constraint.inverted });
  return asText([...(first ? [first] : []), value(given), ...rest]);
}
