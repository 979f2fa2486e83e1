import {
  type Change,
  type ChangeAction,
  type EventBody,
  featureArchived,
  featureDependenciesRemoved,
  featureDependencyAdded,
  featureEnvironmentDisabled,
  featureEnvironmentEnabled,
  featureEnvironmentVariantsUpdated,
  featureStrategyAdd,
  featureStrategyRemove,
  featureStrategyUpdate,
  milestoneProgressionCreated,
  milestoneProgressionDeleted,
  milestoneProgressionUpdated,
  type MilestoneOfPlan,
  releasePlanAdded,
  releasePlanMilestoneStarted,
  releasePlanRemoved,
  type ReleasePlanShape,
  safeguardChanged,
  safeguardDeleted,
  type SafeguardOfPlan,
  segmentDeleted,
  segmentUpdated,
  strategyOrderChanged,
} from '@signalbox/contracts';

type ChangeMapping = readonly [ChangeAction | ((event: EventBody) => ChangeAction), payloadOf: (event: EventBody) => unknown];

const dataOf = ({ data }: EventBody): unknown => data;
const preDataOf = ({ preData }: EventBody): unknown => preData;
const nothing = (): undefined => undefined;

/** Event types that correspond to a change action, with the mapping. */
const changesByEvent: ReadonlyMap<string, ChangeMapping> = new Map<string, ChangeMapping>([
  [featureEnvironmentEnabled.type, ['updateEnabled', () => ({ enabled: true })]],
  [featureEnvironmentDisabled.type, ['updateEnabled', () => ({ enabled: false })]],
  [featureStrategyAdd.type, ['addStrategy', dataOf]],
  [featureStrategyUpdate.type, ['updateStrategy', dataOf]],
  [featureStrategyRemove.type, ['deleteStrategy', preDataOf]],
  [strategyOrderChanged.type, ['reorderStrategy', ({ data }) => inOrder(data as { readonly strategyIds: readonly string[] })]],
  [featureEnvironmentVariantsUpdated.type, ['patchVariant', dataOf]],
  [featureArchived.type, ['archiveFeature', nothing]],
  [featureDependencyAdded.type, ['addDependency', dataOf]],
  [featureDependenciesRemoved.type, ['deleteDependency', nothing]],
  [releasePlanAdded.type, ['addReleasePlan', ({ data }) => planIn(data as ReleasePlanShape)]],
  [releasePlanRemoved.type, ['deleteReleasePlan', ({ preData }) => ({ planId: (preData as ReleasePlanShape).id })]],
  [releasePlanMilestoneStarted.type, ['startMilestone', ({ data }) => milestoneIn(data as MilestoneOfPlan)]],
  [milestoneProgressionCreated.type, ['changeMilestoneProgression', dataOf]],
  [milestoneProgressionUpdated.type, ['changeMilestoneProgression', dataOf]],
  [milestoneProgressionDeleted.type, ['deleteMilestoneProgression', preDataOf]],
  [safeguardChanged.type, [({ data }) => guardActions(data).change, ({ data }) => safeguardIn(data as SafeguardOfPlan)]],
  [safeguardDeleted.type, [({ preData }) => guardActions(preData).remove, ({ preData }) => safeguardKeyIn(preData as SafeguardOfPlan)]],
  [segmentUpdated.type, ['updateSegment', dataOf]],
  [segmentDeleted.type, ['deleteSegment', preDataOf]],
]);

const planIn = ({ name, description, milestones }: ReleasePlanShape) => ({
  name,
  description,
  milestones: milestones.map(({ startedAt: _startedAt, ...milestone }) => milestone),
});
const milestoneIn = ({ releasePlanId: planId, milestoneId }: MilestoneOfPlan) => ({ planId, milestoneId });

const guardActions = (of: unknown): { readonly change: ChangeAction; readonly remove: ChangeAction } =>
  (of as SafeguardOfPlan).releasePlanId === undefined
    ? { change: 'changeFeatureEnvSafeguard', remove: 'deleteFeatureEnvSafeguard' }
    : { change: 'changeReleasePlanSafeguard', remove: 'deleteReleasePlanSafeguard' };
const planOf = ({ releasePlanId: planId }: SafeguardOfPlan) => (planId === undefined ? {} : { planId });
const safeguardIn = (of: SafeguardOfPlan) => ({ ...planOf(of), ...of.safeguard });
const safeguardKeyIn = (of: SafeguardOfPlan) => ({ ...planOf(of), safeguardId: of.safeguard.id });

const inOrder = ({ strategyIds }: { readonly strategyIds: readonly string[] }) => strategyIds.map((id, sortOrder) => ({ id, sortOrder }));

/** The change that has the effect of the event; null if no change has. */
export function changeOfEvent(event: EventBody): Change | null {
  const [action, payloadOf] = changesByEvent.get(event.type) ?? [];
  if (!action || !payloadOf) return null;
  const payload = payloadOf(event);
  return {
    action: typeof action === 'function' ? action(event) : action,
    feature: event.featureName,
    ...(payload === undefined ? {} : { payload }),
  };
}
