import {
  type EventBody,
  type EventDefinition,
  featureArchived,
  featureDeleted,
  featureEnvironmentVariantsUpdated,
  featureProjectChange,
  featureStrategyRemove,
  featureStrategyUpdate,
  segmentDeleted,
  segmentUpdated,
  type Touched,
} from '@signalbox/contracts';
import { type Context, on, type Reaction } from '@signalbox/kit';
import { failSchedule } from '../application/apply-scheduled.ts';
import { ChangeRequest } from '../request/change-request.ts';
import { requestsTouching } from '../request/change-touch.ts';

/**
 * What a schedule was made for has changed: it fails at once, with who changed what, so that somebody looks at it again (reference,
 * identity side §1.7). A request that is being applied brings these events about itself.
 */
async function failTouched(context: Context, event: EventBody, touched: Touched, what: string): Promise<void> {
  const ids = await requestsTouching(context.em, [touched]);
  const here = event.environment === null ? {} : { environment: event.environment };
  const requests = await context.em.find(ChangeRequest, { id: { $in: ids }, state: 'Scheduled', ...here }, { orderBy: { id: 'asc' } });
  const since = requests.filter(({ stateTimestamps }) => event.createdAt > (stateTimestamps.Scheduled ?? ''));
  for (const { id } of since) await failSchedule(context, id, `${what} by ${event.createdBy} after this was scheduled.`);
}

type Told = EventBody & { readonly data: unknown; readonly preData: unknown };

const idIn = (value: unknown): string => `${(value as { readonly id?: string | number } | null)?.id ?? ''}`;

const ofFeature = (done: string) => (context: Context, event: Told) =>
  failTouched(context, event, { kind: 'feature', id: event.featureName ?? '' }, `The feature ${event.featureName} was ${done}`);

const ofStrategy = (done: string) => (context: Context, event: Told) =>
  failTouched(
    context,
    event,
    { kind: 'strategy', id: idIn(event.preData) },
    `A strategy of ${event.featureName} (${idIn(event.preData)}) was ${done}`,
  );

const ofSegment = (done: string) => (context: Context, event: Told) =>
  failTouched(context, event, { kind: 'segment', id: idIn(event.preData) }, `The segment ${idIn(event.preData)} was ${done}`);

const reactions: readonly (readonly [EventDefinition, (context: Context, event: Told) => Promise<void>])[] = [
  [featureArchived, ofFeature('archived')],
  [featureDeleted, ofFeature('deleted')],
  [featureProjectChange, ofFeature('moved to another project')],
  [featureStrategyUpdate, ofStrategy('changed')],
  [featureStrategyRemove, ofStrategy('deleted')],
  [segmentUpdated, ofSegment('changed')],
  [segmentDeleted, ofSegment('deleted')],
  [
    featureEnvironmentVariantsUpdated,
    (context, event) =>
      failTouched(context, event, { kind: 'variants', id: event.featureName ?? '' }, `The variants of ${event.featureName} were changed`),
  ],
];

export const onTouched: readonly Reaction[] = reactions.map(([event, react]) => on(event, react as never));
