import { asText, describeStrategy, type SegmentNames, type StrategyContent } from '../../parts/sentence.ts';
import type { ChangeInput, FeatureStrategy } from '../../server/operations.ts';
import type { AnswerOf, InputOf } from '../../server/request.ts';
import { contentOf, isSameStrategy } from '../feature/strategy-draft.ts';

/** Configuration of a feature in the source and target environments. */
export type Difference = AnswerOf<'GET /api/admin/projects/{projectId}/environments/{environment}/differences'>['features'][number];
type InEnvironment = Difference['from'];
type ImportBody = InputOf<'POST /api/admin/features-batch/import'>['body'];
export type Exported = AnswerOf<'POST /api/admin/features-batch/export'>;

/** The difference to apply: with the switch, or with the switch of the target unchanged. */
export const differenceToApply = (difference: Difference, withSwitch: boolean): Difference =>
  withSwitch ? difference : { ...difference, from: { ...difference.from, enabled: difference.to.enabled } };

/** The difference that reverts this one. */
export const reversed = ({ name, from, to }: Difference): Difference => ({ name, from: to, to: from });

/** Whether there is a difference left. */
export const isDifferent = ({ from, to }: Difference): boolean => !isSameStrategy(comparable(from), comparable(to));

const comparable = ({ enabled, strategies, variants }: InEnvironment) => ({ enabled, variants, strategies: strategies.map(contentOf) });

/** The effects on the target, one per line. */
export function describeDifference({ from, to }: Difference, segmentName: SegmentNames): readonly string[] {
  const { removed, added, isReordered } = pairOff(from.strategies, to.strategies);
  const describe = (strategy: FeatureStrategy) =>
    `${strategy.disabled ? 'turned off: ' : ''}${asText(describeStrategy(strategy, segmentName))}`;
  return [
    ...(from.enabled === to.enabled ? [] : [from.enabled ? 'turned on' : 'turned off']),
    ...removed.map((strategy) => `removed: ${describe(strategy)}`),
    ...added.map((strategy) => `added: ${describe(strategy)}`),
    ...(isReordered ? ['strategies reordered'] : []),
    ...(isSameStrategy(from.variants, to.variants) ? [] : [`variants ${describeVariants(to)} → ${describeVariants(from)}`]),
  ];
}

const describeVariants = ({ variants }: InEnvironment): string =>
  variants.map(({ name, weight }) => `${name} ${weight / 10}%`).join(', ') || 'none';

/** Strategies that only one side has. */
function pairOff(from: readonly FeatureStrategy[], to: readonly FeatureStrategy[]) {
  const left = [...to];
  const added = from.filter((strategy) => {
    const at = left.findIndex((other) => isSameStrategy(contentOf(other), contentOf(strategy)));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const isReordered = added.length + left.length === 0 && !isSameStrategy(from.map(contentOf), to.map(contentOf));
  return { added, removed: left, isReordered };
}

/** Segments that the strategies use. */
export const segmentsIn = (differences: readonly Difference[]): readonly number[] => [
  ...new Set(differences.flatMap(({ from }) => from.strategies.flatMap(({ segments }) => segments))),
];

/** The promotion as changes of a change request. */
export function changesFor(differences: readonly Difference[]): readonly ChangeInput[] {
  return differences.flatMap(({ name: feature, from, to }): readonly ChangeInput[] => {
    const same = isSameStrategy(from.strategies.map(contentOf), to.strategies.map(contentOf));
    const common = Math.min(from.strategies.length, to.strategies.length);
    const changes: readonly Omit<ChangeInput, 'feature'>[] = [
      ...(same ? [] : from.strategies.flatMap((strategy, index) => replacing(to.strategies[index], contentOf(strategy)))),
      ...(same
        ? []
        : to.strategies.slice(common).map(({ id, name, title }) => ({ action: 'deleteStrategy' as const, payload: { id, name, title } }))),
      ...(isSameStrategy(from.variants, to.variants) ? [] : [{ action: 'patchVariant' as const, payload: { variants: from.variants } }]),
      ...(from.enabled === to.enabled ? [] : [{ action: 'updateEnabled' as const, payload: { enabled: from.enabled } }]),
    ];
    return changes.map((change) => ({ ...change, feature }));
  });
}

/** Updates the strategy at the same position, so that its rollout keeps its users; adds one if there is none. */
function replacing(there: FeatureStrategy | undefined, content: StrategyContent): readonly Omit<ChangeInput, 'feature'>[] {
  if (!there) return [{ action: 'addStrategy', payload: content }];
  return isSameStrategy(contentOf(there), content) ? [] : [{ action: 'updateStrategy', payload: { id: there.id, ...content } }];
}

/** Whether an export of the target still matches what was shown. */
export function isAsSeen(differences: readonly Difference[], { featureStrategies, featureEnvironments }: Exported): boolean {
  return differences.every(({ name, to }) => {
    const strategies = featureStrategies.filter(({ featureName }) => featureName === name).map(contentOf);
    const settings = featureEnvironments.find(({ featureName }) => featureName === name);
    const enabled = strategies.length > 0 && (settings?.enabled ?? false);
    return isSameStrategy({ enabled, strategies, variants: settings?.variants ?? [] }, comparable(to));
  });
}

/** The import that makes the target equal to the source. Metadata is taken from the export of the target. */
export const importOf = (differences: readonly Difference[], target: Exported, segmentName: SegmentNames): ImportBody['data'] => ({
  features: differences.map(({ name }) => ({ name })),
  featureStrategies: differences.flatMap(({ name, from }) =>
    from.strategies.map((strategy, sortOrder) => ({ ...contentOf(strategy), sortOrder, featureName: name })),
  ),
  featureEnvironments: differences.map(({ name, from, to }) => ({
    name,
    featureName: name,
    enabled: from.enabled,
    // An empty list would leave the existing variants.
    variants: from.variants.length === 0 && to.variants.length > 0 ? null : from.variants,
  })),
  featureTags: target.featureTags.map(({ featureName, tagType, tagValue }) => ({ featureName, tagType, tagValue })),
  segments: segmentsIn(differences).map((id) => ({ id, name: segmentName(id) ?? String(id) })),
  contextFields: [],
  tagTypes: [],
  dependencies: [],
  links: [],
});
