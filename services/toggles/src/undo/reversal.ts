import {
  type EventDefinition,
  eventDefinitions,
  featureArchived,
  featureCreated,
  featureDependenciesRemoved,
  featureDependencyAdded,
  featureDependencyRemoved,
  featureEnvironmentDisabled,
  featureEnvironmentEnabled,
  featureEnvironmentVariantsUpdated,
  type FeatureMetadata,
  featureMetadataUpdated,
  featureRevived,
  featureStaleOff,
  featureStaleOn,
  type FeatureStrategy,
  featureStrategyAdd,
  featureStrategyRemove,
  featureStrategyUpdate,
  featureTagged,
  featureUntagged,
  type IrreversibleEvent,
  milestoneProgressionCreated,
  milestoneProgressionDeleted,
  milestoneProgressionUpdated,
  type Progression,
  releasePlanAdded,
  releasePlanMilestoneStarted,
  releasePlanProgressionsPaused,
  type ReversibleEvent,
  safeguardChanged,
  safeguardDeleted,
  type SafeguardOfPlan,
  segmentCreated,
  type SegmentShape,
  segmentUpdated,
  type Snapshot,
  strategyOrderChanged,
  validator,
  type Validator,
} from '@signalbox/contracts';
import { invalid } from '@signalbox/kit';
import { isDeepStrictEqual } from 'node:util';
import type { Static, TSchema } from 'typebox';
import { writtenFeature } from '../tables/feature.ts';
import { contentOfSafeguard } from '../release/template/normalise-safeguard.ts';
import { heaviestFirst } from '../feature/variant/normalise-variants.ts';
import type { PastEvent, UndoAction } from './undo.schema.ts';

/** The change that undoes an event, and the state after the event, in the properties that the change affects. */
export interface Reversal {
  readonly action: UndoAction;
  readonly payload?: unknown;
  readonly left: Snapshot;
}

type Reverse = (event: PastEvent) => Reversal | string;

/** Reversals by event type. They return a reason instead if an event cannot be undone. */
type Reversals = Readonly<Record<ReversibleEvent, Reverse>>;

/** The reversal of one type of event, whose content has been checked. */
const of = <Data extends TSchema, PreData extends TSchema, Kind extends ReversibleEvent>(
  { type }: EventDefinition<Data, PreData, Kind>,
  reverse: (event: { readonly data: Static<Data>; readonly preData: Static<PreData> }) => Reversal | string,
): Readonly<Record<Kind, Reverse>> => ({ [type]: reverse as unknown as Reverse }) as Readonly<Record<Kind, Reverse>>;

const switchedTo = (enabled: boolean) => (): Reversal => ({ action: 'updateEnabled', payload: { enabled: !enabled }, left: { enabled } });
const markedAs = (stale: boolean) => (): Reversal => ({ action: 'updateFeature', payload: { stale: !stale }, left: { stale } });
const archiving = (): Reversal => ({ action: 'archiveFeature', left: { enabledIn: [] } });

const reversals: Reversals = {
  ...of(featureEnvironmentEnabled, switchedTo(true)),
  ...of(featureEnvironmentDisabled, switchedTo(false)),
  ...of(
    featureStrategyAdd,
    ({ data }) =>
      isOfPlan(data) ?? {
        action: 'deleteStrategy',
        payload: { id: data.id, name: data.name, title: data.title },
        left: contentOf(data),
      },
  ),
  ...of(
    featureStrategyUpdate,
    ({ data, preData }) =>
      isOfPlan(data) ?? {
        action: 'updateStrategy',
        payload: { ...restored(preData), id: data.id },
        left: contentOf(data),
      },
  ),
  ...of(
    featureStrategyRemove,
    ({ preData }) =>
      isOfPlan(preData) ?? {
        action: 'addStrategy',
        payload: { ...restored(preData), restoredId: preData.id, sortOrder: preData.sortOrder },
        left: null,
      },
  ),
  ...of(strategyOrderChanged, ({ data, preData }) => ({
    action: 'reorderStrategy',
    payload: preData.strategyIds.map((id, sortOrder) => ({ id, sortOrder })),
    left: { strategies: data.strategyIds },
  })),
  ...of(featureEnvironmentVariantsUpdated, ({ data, preData }) => ({
    action: 'patchVariant',
    payload: { variants: heaviestFirst(preData.variants) },
    left: { variants: data.variants },
  })),
  ...of(featureCreated, archiving),
  ...of(featureRevived, archiving),
  ...of(featureArchived, () => ({ action: 'reviveFeature', left: { archived: true } })),
  ...of(featureMetadataUpdated, ({ data, preData }) => describedBefore(data, preData)),
  ...of(featureStaleOn, markedAs(true)),
  ...of(featureStaleOff, markedAs(false)),
  ...of(featureTagged, ({ data }) => ({ action: 'untagFeature', payload: data, left: { tag: data } })),
  ...of(featureUntagged, ({ preData }) => ({ action: 'tagFeature', payload: preData, left: { tag: null } })),
  ...of(featureDependencyAdded, ({ data: { feature, enabled, variants = [] }, preData }) => ({
    ...(preData ? { action: 'addDependency' as const, payload: preData } : { action: 'deleteDependency' as const }),
    left: { dependency: { feature, enabled, variants } },
  })),
  ...of(featureDependencyRemoved, ({ preData }) => dependingAgain(preData)),
  ...of(featureDependenciesRemoved, ({ preData }) => dependingAgain(preData)),
  ...of(segmentCreated, ({ data }) => ({
    action: 'deleteSegment',
    payload: { id: data.id, name: data.name },
    left: segmentContent(data),
  })),
  ...of(segmentUpdated, ({ data, preData }) => ({
    action: 'updateSegment',
    payload: { ...segmentContent(preData), id: data.id, project: preData.project },
    left: segmentContent(data),
  })),
  ...of(releasePlanAdded, ({ data }) => ({ action: 'deleteReleasePlan', payload: { planId: data.id }, left: { releasePlan: data.name } })),
  ...of(releasePlanMilestoneStarted, ({ data, preData }) =>
    preData === null
      ? 'No milestone was active before. Delete the release plan, or disable the feature.'
      : {
          action: 'startMilestone',
          payload: { planId: data.releasePlanId, milestoneId: preData.milestoneId },
          left: { milestoneId: data.milestoneId },
        },
  ),
  ...of(milestoneProgressionCreated, ({ data }) => ({
    action: 'deleteMilestoneProgression',
    payload: { sourceMilestone: data.sourceMilestone },
    left: progressionContent(data),
  })),
  ...of(milestoneProgressionUpdated, ({ data, preData }) => ({
    action: 'changeMilestoneProgression',
    payload: { ...progressionContent(preData), sourceMilestone: data.sourceMilestone },
    left: progressionContent(data),
  })),
  ...of(milestoneProgressionDeleted, ({ preData }) => ({
    action: 'changeMilestoneProgression',
    payload: { ...progressionContent(preData), sourceMilestone: preData.sourceMilestone },
    left: { targetMilestone: null, transitionCondition: null },
  })),
  ...of(releasePlanProgressionsPaused, ({ data }) => ({
    action: 'resumeMilestoneProgression',
    payload: { planId: data.releasePlanId },
    left: { paused: true },
  })),
  ...of(safeguardChanged, ({ data, preData }) => ({
    ...(preData ? settingSafeguard(preData, { id: preData.safeguard.id }) : deletingSafeguard(data)),
    left: contentOfSafeguard(data.safeguard),
  })),
  ...of(safeguardDeleted, ({ preData }) => ({ ...settingSafeguard(preData, { restoredId: preData.safeguard.id }), left: null })),
};

/** Reasons why events cannot be undone, where there is more to say. */
const reasons: Readonly<Partial<Record<IrreversibleEvent, string>>> = {
  'feature-deleted': 'Deleted features cannot be restored.',
  'feature-project-change': 'A move between projects cannot be undone. Move the feature back instead.',
  'feature-variants-updated': 'The event does not contain the previous variants of each environment.',
  'release-plan-updated': 'Change the strategy of the milestone back instead.',
  'release-plan-removed': 'Deleted release plans cannot be restored: their progress is lost. Add a new one.',
  'release-plan-milestone-approved': 'Approvals cannot be taken back. Pause the release plan instead.',
  'release-plan-progressions-resumed': 'Pause the release plan instead.',
  'safeguard-triggered': 'Resume the release plan instead, start another milestone, or enable the feature.',
  'release-plan-template-created': 'Archive or delete the release template instead.',
  'release-plan-template-updated': 'Change the release template back instead.',
  'release-plan-template-archived': 'Archived release templates cannot be restored. Create another one.',
  'release-plan-template-deleted': 'Deleted release templates cannot be restored. Create another one.',
  'project-updated': 'Changes to project settings cannot be undone. Change them back in the project settings.',
  'project-agents-updated': 'Change the limits of agents back in the project settings.',
  'feature-cleanup-ready': 'A verdict follows from the state of the feature.',
  'feature-cleanup-snoozed': 'Keep the feature again, or end that.',
  'code-references-updated': 'Scan the code again instead.',
  'project-rules-updated': 'Change the rules back in the project settings.',
  'change-request-configuration-updated': 'Change the protection of the environment back instead.',
  'segment-deleted': 'Deleted segments cannot be restored: a new one would have a different id.',
  'impact-metric-created': 'Delete the saved chart instead.',
  'impact-metric-updated': 'Change the saved chart back instead.',
  'impact-metric-deleted': 'Deleted charts cannot be restored. Save a new one.',
  'signal-changed': 'Other systems report signals. They cannot be undone.',
};

const becauseOf = (type: string): string | undefined => (reasons as Readonly<Record<string, string>>)[type];

/** Returns the change that undoes the event, or the reason why none can. Throws 400 for content that does not match the type. */
export function reversalOf(event: PastEvent): Reversal | string {
  if (!isReversible(event.type)) return becauseOf(event.type) ?? `Events of type ${event.type} cannot be undone.`;
  if (isDropped(event)) return 'The details of the event have expired.';
  for (const part of ['data', 'preData'] as const) {
    const check = contentChecks(event.type)[part];
    if (!check(event[part])) throw invalid(under(part, check.problemsOf(event[part])));
  }
  return reversals[event.type](event);
}

const isReversible = (type: string): type is ReversibleEvent => Object.hasOwn(reversals, type);

/** Returns true if the details of the event have expired and were removed. */
function isDropped({ type, data, preData }: PastEvent): boolean {
  const { data: hasData, preData: hadData } = contentChecks(type);
  return data === null && preData === null && !(hasData(null) && hadData(null));
}

type Checks = Readonly<Record<'data' | 'preData', Validator>>;
const checks = new Map<string, Checks>();

function contentChecks(type: string): Checks {
  const known = checks.get(type);
  if (known) return known;
  const definition = eventDefinitions.get(type);
  if (!definition) throw new Error(`${type} is not an event type`);
  const made = { data: validator(definition.data), preData: validator(definition.preData) };
  checks.set(type, made);
  return made;
}

const under = (part: string, problems: ReturnType<Validator['problemsOf']>) =>
  problems.map((problem) => ({ ...problem, instancePath: `/${part}${problem.instancePath}` }));

type StrategyContent = Static<typeof FeatureStrategy>;

const progressionContent = ({ targetMilestone, transitionCondition }: Progression) => ({ targetMilestone, transitionCondition });

const settingSafeguard = (
  { releasePlanId: planId, safeguard }: SafeguardOfPlan,
  id: { readonly id: string } | { readonly restoredId: string },
) => {
  const content = { ...contentOfSafeguard(safeguard), ...id };
  return planId === undefined
    ? { action: 'changeFeatureEnvSafeguard' as const, payload: content }
    : { action: 'changeReleasePlanSafeguard' as const, payload: { ...content, planId } };
};

const deletingSafeguard = ({ releasePlanId: planId, safeguard: { id: safeguardId } }: SafeguardOfPlan) =>
  planId === undefined
    ? { action: 'deleteFeatureEnvSafeguard' as const, payload: { safeguardId } }
    : { action: 'deleteReleasePlanSafeguard' as const, payload: { planId, safeguardId } };

const isOfPlan = ({ milestoneId }: StrategyContent): string | undefined =>
  milestoneId === undefined ? undefined : 'The strategy belongs to a release plan. Undo the change of the plan instead.';

const contentOf = ({ id: _id, sortOrder: _sortOrder, ...content }: StrategyContent) => content;
const restored = (strategy: StrategyContent) => ({
  ...contentOf(strategy),
  key: strategy.key ?? null,
  variants: heaviestFirst(strategy.variants ?? []),
});

const segmentContent = ({ name, description, constraints }: Static<typeof SegmentShape>) => ({ name, description, constraints });

/** Restores only properties that the event changed: others may have been changed since. */
function describedBefore(data: Static<typeof FeatureMetadata>, preData: Static<typeof FeatureMetadata>): Reversal | string {
  const written = writtenFeature.names.filter((name) => !isDeepStrictEqual(data[name], preData[name]));
  if (written.length === 0) return 'Another event recorded this change: undo feature-archived or feature-revived instead.';
  const pick = (metadata: Static<typeof FeatureMetadata>) => Object.fromEntries(written.map((name) => [name, metadata[name] ?? null]));
  return { action: 'updateFeature', payload: pick(preData), left: pick(data) };
}

const dependingAgain = (parent: unknown): Reversal | string =>
  parent === null
    ? 'The event does not contain the previous dependency.'
    : { action: 'addDependency', payload: parent, left: { dependency: null } };
