import { asText, sayConstraint, sayStickiness, type SegmentNames, shareOf, type StrategyContent } from './sentence.ts';
import type { FeatureStrategy } from '../../server/operations.ts';
import { words } from '../../base/words.ts';

/** The part of a strategy that can be written. */
export const contentOf = ({ name, title, disabled, parameters, constraints, segments, variants }: FeatureStrategy): StrategyContent => ({
  name,
  title,
  disabled,
  parameters,
  constraints,
  segments,
  variants,
});

/** How a strategy is called where there is room for a name alone. */
export const calledBy = ({ title, name }: Pick<StrategyContent, 'title' | 'name'>): string => title || words.strategy.names[name] || name;

/** What a strategy begins as: everybody, until something is asked for. */
export const freshStrategy = (feature: string, stickiness: string): StrategyContent => ({
  name: 'flexibleRollout',
  title: null,
  disabled: false,
  parameters: { rollout: '100', stickiness, groupId: feature },
  constraints: [],
  segments: [],
  variants: [],
});

/** Whether two strategies say the same. */
export const isSameStrategy = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

const canonical = (content: unknown): string =>
  JSON.stringify(content, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [two]) => (one < two ? -1 : 1)))
      : part,
  );

/** What is not the same any more, one part in a line. */
export function sayChanges(before: StrategyContent, after: StrategyContent, segmentName: SegmentNames): readonly string[] {
  const name = (id: number) => `segment ${segmentName(id) ?? id}`;
  return [
    ...changed('title', before.title || 'none', after.title || 'none'),
    ...changed('share', sayPercent(before), sayPercent(after)),
    ...changed('stickiness', sayStickiness(before), sayStickiness(after)),
    ...(Boolean(before.disabled) === Boolean(after.disabled) ? [] : [after.disabled ? 'switched off' : 'switched on']),
    ...listed(before.segments.map(name), after.segments.map(name)),
    ...listed(before.constraints.map(sayCompletely), after.constraints.map(sayCompletely)),
    ...(isSameStrategy(before.variants, after.variants) ? [] : [`variants ${sayVariants(before)} → ${sayVariants(after)}`]),
    ...otherParameters(before, after),
  ];
}

const changed = (part: string, before: string, after: string): readonly string[] =>
  before === after ? [] : [`${part} ${before} → ${after}`];

function listed(before: readonly string[], after: readonly string[]): readonly string[] {
  const added = after.filter((one) => !before.includes(one)).map((one) => `added: ${one}`);
  const removed = before.filter((one) => !after.includes(one)).map((one) => `removed: ${one}`);
  const isReordered = added.length + removed.length === 0 && before.join('\n') !== after.join('\n');
  return [...removed, ...added, ...(isReordered ? ['another order of conditions'] : [])];
}

/** The sentence, with the values that it leaves out told by their number, lest two long lists look alike. */
const sayCompletely = (constraint: StrategyContent['constraints'][number]): string =>
  `${asText(sayConstraint(constraint))}${(constraint.values?.length ?? 0) > 5 ? ` (${constraint.values?.length} values)` : ''}`;

const sayPercent = (content: StrategyContent): string => {
  const share = shareOf(content);
  return share === null ? 'everybody' : `${share} %`;
};

const sayVariants = ({ variants }: StrategyContent): string =>
  variants.map(({ name, weight }) => `${name} ${weight / 10} %`).join(', ') || 'none';

const saidElsewhere: readonly string[] = ['rollout', 'stickiness', 'percentage'];

function otherParameters(before: StrategyContent, after: StrategyContent): readonly string[] {
  const keys = [...new Set([...Object.keys(before.parameters), ...Object.keys(after.parameters)])];
  return keys
    .filter((key) => !saidElsewhere.includes(key))
    .flatMap((key) => changed(key, before.parameters[key] || 'none', after.parameters[key] || 'none'));
}
