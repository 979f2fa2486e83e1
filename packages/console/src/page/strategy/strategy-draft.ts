import {
  asText,
  describeConstraint,
  describeStickiness,
  type SegmentNames,
  shareOf,
  type StrategyContent,
} from '../../parts/strategy/sentence.ts';
import type { FeatureStrategy } from '../../server/ask.ts';
import { strategyName } from '../../parts/strategy/strategy-name.ts';

/** The writable part of a strategy. */
export const contentOf = ({ name, title, disabled, parameters, constraints, segments, variants }: FeatureStrategy): StrategyContent => ({
  name,
  title,
  disabled,
  parameters,
  constraints,
  segments,
  variants,
});

/** The strategy in an event or a change. Older ones may lack properties. */
export const strategyIn = (content: Readonly<Record<string, unknown>>): StrategyContent => ({
  name: '',
  title: null,
  disabled: false,
  ...content,
  parameters: (content['parameters'] ?? {}) as StrategyContent['parameters'],
  constraints: (content['constraints'] ?? []) as StrategyContent['constraints'],
  segments: (content['segments'] ?? []) as StrategyContent['segments'],
  variants: (content['variants'] ?? []) as StrategyContent['variants'],
});

/** Display name of a strategy. */
export const calledBy = ({ title, name }: Pick<StrategyContent, 'title' | 'name'>): string => title || strategyName(name);

/** A new strategy: everyone, without conditions. */
export const freshStrategy = (feature: string, stickiness: string): StrategyContent => ({
  name: 'flexibleRollout',
  title: null,
  disabled: false,
  parameters: { rollout: '100', stickiness, groupId: feature },
  constraints: [],
  segments: [],
  variants: [],
});

/** Deep equality, independent of the order of properties. */
export const isSameStrategy = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

const canonical = (content: unknown): string =>
  JSON.stringify(content, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [two]) => (one < two ? -1 : 1)))
      : part,
  );

/** A changed property. Both values are null if the name says it all. */
export interface PropertyDifference {
  readonly part: string;
  /** Null if it was added. */
  readonly before: string | null;
  /** Null if it was removed. */
  readonly after: string | null;
}

/** The differences between two strategies, one per line. */
export const describeChanges = (before: StrategyContent, after: StrategyContent, segmentName: SegmentNames): readonly string[] =>
  strategyDifferences(before, after, segmentName).map(differenceLine);

/** A difference in one line. */
export function differenceLine({ part, before, after }: PropertyDifference): string {
  if (before === null) return after === null ? part : `added: ${after}`;
  return after === null ? `removed: ${before}` : `${part} ${before} → ${after}`;
}

/** The differences between two strategies. */
export function strategyDifferences(
  before: StrategyContent,
  after: StrategyContent,
  segmentName: SegmentNames,
): readonly PropertyDifference[] {
  const name = (id: number) => `segment ${segmentName(id) ?? id}`;
  return [
    ...changed('title', before.title || 'none', after.title || 'none'),
    ...changed('rollout', describePercent(before), describePercent(after)),
    ...changed('stickiness', describeStickiness(before) || 'none', describeStickiness(after) || 'none'),
    ...(Boolean(before.disabled) === Boolean(after.disabled) ? [] : [alone(after.disabled ? 'turned off' : 'turned on')]),
    ...listed('segment', before.segments.map(name), after.segments.map(name)),
    ...conditionDifferences(before.constraints, after.constraints),
    ...changed(
      'variants',
      describeWeights(before.variants),
      describeWeights(after.variants),
      isSameStrategy(before.variants, after.variants),
    ),
    ...otherParameters(before, after),
  ];
}

/** The differences between two lists of conditions. */
export const conditionDifferences = (
  before: StrategyContent['constraints'],
  after: StrategyContent['constraints'],
): readonly PropertyDifference[] => listed('condition', before.map(describeCompletely), after.map(describeCompletely));

const alone = (part: string): PropertyDifference => ({ part, before: null, after: null });

const changed = (part: string, before: string, after: string, isSame = before === after): readonly PropertyDifference[] =>
  isSame ? [] : [{ part, before, after }];

function listed(part: string, before: readonly string[], after: readonly string[]): readonly PropertyDifference[] {
  const removed = before.filter((one) => !after.includes(one)).map((one) => ({ part, before: one, after: null }));
  const added = after.filter((one) => !before.includes(one)).map((one) => ({ part, before: null, after: one }));
  const isReordered = added.length + removed.length === 0 && before.join('\n') !== after.join('\n');
  return [...removed, ...added, ...(isReordered ? [alone(`${part}s reordered`)] : [])];
}

/** The sentence of a constraint, with the number of values if it is abbreviated, so that two long lists do not look alike. */
const describeCompletely = (constraint: StrategyContent['constraints'][number]): string =>
  `${asText(describeConstraint(constraint))}${(constraint.values?.length ?? 0) > 5 ? ` (${constraint.values?.length} values)` : ''}`;

const describePercent = (content: StrategyContent): string => {
  const share = shareOf(content);
  return share === null ? 'everyone' : `${share}%`;
};

/** Variants by name and weight. */
export const describeWeights = (variants: readonly { readonly name: string; readonly weight: number }[]): string =>
  variants.map(({ name, weight }) => `${name} ${weight / 10}%`).join(', ') || 'none';

const shownElsewhere: readonly string[] = ['rollout', 'stickiness', 'percentage'];

function otherParameters(before: StrategyContent, after: StrategyContent): readonly PropertyDifference[] {
  const keys = [...new Set([...Object.keys(before.parameters), ...Object.keys(after.parameters)])];
  return keys
    .filter((key) => !shownElsewhere.includes(key))
    .flatMap((key) => changed(key, before.parameters[key] || 'none', after.parameters[key] || 'none'));
}
