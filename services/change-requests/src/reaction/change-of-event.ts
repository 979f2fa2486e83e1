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
  segmentDeleted,
  segmentUpdated,
  strategyOrderChanged,
} from '@signalbox/contracts';

type Told = readonly [ChangeAction, payloadOf: (event: EventBody) => unknown];

const dataOf = ({ data }: EventBody): unknown => data;
const whatWent = ({ preData }: EventBody): unknown => preData;
const nothing = (): undefined => undefined;

/** The kinds of event that tell what a change of a request does, each with that change. */
const tellings: ReadonlyMap<string, Told> = new Map<string, Told>([
  [featureEnvironmentEnabled.type, ['updateEnabled', () => ({ enabled: true })]],
  [featureEnvironmentDisabled.type, ['updateEnabled', () => ({ enabled: false })]],
  [featureStrategyAdd.type, ['addStrategy', dataOf]],
  [featureStrategyUpdate.type, ['updateStrategy', dataOf]],
  [featureStrategyRemove.type, ['deleteStrategy', whatWent]],
  [strategyOrderChanged.type, ['reorderStrategy', ({ data }) => inOrder(data as { readonly strategyIds: readonly string[] })]],
  [featureEnvironmentVariantsUpdated.type, ['patchVariant', dataOf]],
  [featureArchived.type, ['archiveFeature', nothing]],
  [featureDependencyAdded.type, ['addDependency', dataOf]],
  [featureDependenciesRemoved.type, ['deleteDependency', nothing]],
  [segmentUpdated.type, ['updateSegment', dataOf]],
  [segmentDeleted.type, ['deleteSegment', whatWent]],
]);

const inOrder = ({ strategyIds }: { readonly strategyIds: readonly string[] }) => strategyIds.map((id, sortOrder) => ({ id, sortOrder }));

/** The change whose effect the event tells; null for an event of which no change would have been the cause. */
export function changeOfEvent(event: EventBody): Change | null {
  const [action, payloadOf] = tellings.get(event.type) ?? [];
  if (!action || !payloadOf) return null;
  const payload = payloadOf(event);
  return { action, feature: event.featureName, ...(payload === undefined ? {} : { payload }) };
}
