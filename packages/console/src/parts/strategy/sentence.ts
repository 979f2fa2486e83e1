import { formatFigure } from '../../base/format.ts';
import { readsOneValue } from '@signalbox/contracts/operators';
import type { Constraint, FeatureStrategy, Operator } from '../../server/ask.ts';

/** The result that a parent feature must have. */
export const requiredResult = (isOn: boolean, variants: readonly string[]) =>
  isOn ? (variants.length > 0 ? `must be ${variants.join(' or ')}` : 'must be on') : 'must be off';

/** The content of a strategy, without its id and position. */
export type StrategyContent = Omit<FeatureStrategy, 'id' | 'sortOrder'>;

/** A phrase of a sentence: plain words, or a highlighted name or value. */
export interface Phrase {
  readonly kind: 'text' | 'field' | 'value' | 'segment';
  readonly text: string;
}

/** Name of a segment by id; undefined if unknown. */
export type SegmentNames = (id: number) => string | undefined;

const text = (words: string): Phrase => ({ kind: 'text', text: words });
const value = (content: string): Phrase => ({ kind: 'value', text: content });
const field = (name: string): Phrase => ({ kind: 'field', text: name });

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
  IN_LIST: ['is in the list', 'is not in the list'],
};

const ofOne: Readonly<Record<string, string>> = { 'is one of': 'is', 'is none of': 'is not' };
const ofSeveral: Readonly<Record<string, string>> = {
  'is in network': 'is in one of the networks',
  'is not in network': 'is in none of the networks',
};

/** All operators, in the order in which they are offered. */
export const operators = Object.keys(operatorWords) as readonly Operator[];

/** Words of an operator for the given number of values. */
export function describeOperator(operator: Operator, isInverted: boolean, count: number): string {
  const words = operatorWords[operator][isInverted ? 1 : 0];
  if (count === 1) return ofOne[words] ?? words;
  if (count === 0) return words;
  return ofSeveral[words] ?? (mayIgnoreCase(operator) ? `${words} one of` : words);
}

/** True for operators that can ignore case. */
export const mayIgnoreCase = (operator: Operator): boolean => operator.startsWith('STR_');

const shownComplete = 5;
const shownOfMany = 2;

/** A list of values: complete if short, otherwise abbreviated with the number of further values. */
export function describeValues(values: readonly string[]): readonly Phrase[] {
  if (values.length === 0) return [text('nothing')];
  if (values.length <= shownComplete) return values.map(value);
  return [...values.slice(0, shownOfMany).map(value), text(`and ${formatFigure(values.length - shownOfMany)} more`)];
}

/** Enough of a list's hash to tell it from others. */
export const shortHash = (hash = ''): string => hash.slice(0, 8);

export function describeConstraint({
  contextName,
  operator,
  inverted,
  caseInsensitive,
  values,
  value: single,
}: Constraint): readonly Phrase[] {
  const compared = readsOneValue(operator) ? [operator === 'IN_LIST' ? shortHash(single) : (single ?? '')] : (values ?? []);
  return [
    field(contextName),
    text(describeOperator(operator, Boolean(inverted), compared.length)),
    ...describeValues(compared),
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
export function describeStrategy(strategy: StrategyContent, segmentName: SegmentNames): readonly Phrase[] {
  const segments = strategy.segments.map((id) => describeSegment(id, segmentName));
  const conditions = [...strategy.constraints.map(describeConstraint), ...describeOwnRule(strategy)];
  return [
    ...describeShare(shareOf(strategy) ?? 100),
    ...joined(segments),
    ...(conditions.length > 0 ? [text('where')] : []),
    ...joined(conditions),
    ...describeVariants(strategy.variants),
  ];
}

const describeShare = (share: number): readonly Phrase[] =>
  share === 100 ? [text('for everyone')] : [text('for'), value(`${share}%`), text('of users')];

const describeSegment = (id: number, segmentName: SegmentNames): readonly Phrase[] => [
  text('in segment'),
  { kind: 'segment', text: segmentName(id) ?? `number ${id}` },
];

/** Joins phrases with "and". */
const joined = (parts: readonly (readonly Phrase[])[]): readonly Phrase[] =>
  parts.flatMap((part, index) => (index > 0 ? [text('and'), ...part] : part));

/** Conditions of a strategy type beyond constraints, segments and rollout; empty for most. */
export function describeOwnRule({ name, parameters }: Pick<StrategyContent, 'name' | 'parameters'>): readonly (readonly Phrase[])[] {
  if (name === 'default' || name in shareParameters) return [];
  const [parameter, compared] = ownLists[name] ?? [];
  if (parameter !== undefined && compared !== undefined) {
    const values = listOf(parameters[parameter]);
    return [[field(compared), text(describeOperator('IN', false, values.length)), ...describeValues(values)]];
  }
  const listed = Object.entries(parameters).map(([key, content]) => value(`${key}: ${content}`));
  return [[text('custom strategy'), value(name), text(listed.length > 0 ? 'matches with' : 'matches'), ...listed]];
}

/** Splits a comma-separated list. */
const listOf = (written: string | undefined): readonly string[] =>
  (written ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

function describeVariants(variants: StrategyContent['variants']): readonly Phrase[] {
  if (variants.length === 0) return [];
  return [
    text(variants.length === 1 ? 'as variant' : 'as variants'),
    ...variants.map(({ name, weight }) => value(variants.length === 1 ? name : `${name} ${weight / 10}%`)),
  ];
}

/** The stickiness of a rollout in words. */
export function describeStickiness({ name, parameters }: StrategyContent): string {
  if (name !== 'flexibleRollout') return '';
  const stickiness = parameters['stickiness'] ?? 'default';
  if (stickiness === 'random') return 'random on each evaluation';
  return stickiness === 'default' ? 'sticky by user or session' : `sticky by ${stickiness}`;
}

/** A sentence as plain text, with commas between values. */
export const asText = (phrases: readonly Phrase[]): string =>
  phrases.map(({ kind, text: words }, index) => (kind === 'value' && phrases[index + 1]?.kind === 'value' ? `${words},` : words)).join(' ');

/** Reason why a condition does not match: the actual value with the inverted operator, or a missing value. */
export function describeMissed(constraint: Constraint, given: string | null | undefined): string {
  if (given === null || given === undefined) return `no ${constraint.contextName}`;
  const [first, ...rest] = describeConstraint({ ...constraint, inverted: !constraint.inverted });
  return asText([...(first ? [first] : []), value(given), ...rest]);
}
