import type { Envelope, EventBody, SafeguardOfPlan, Touched } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import { failSchedule } from '../move/apply-scheduled.ts';
import { ChangeRequest } from '../request/change-request.ts';
import { ProposedChange } from '../request/proposed-change.ts';
import { requestsTouching } from '../request/change-touch.ts';
import { anySchedule, requestsSwitching } from './affected-requests.ts';
import { RequestSchedule } from '../request/request-schedule.ts';

/**
 * Fails schedules whose subject has changed, with the author of the change, so that someone reviews them again (reference,
 * identity side §1.7). Requests that are being applied cause such events themselves and are skipped.
 */
async function failTouched(context: Context, event: ReceivedEvent, touched: readonly Touched[], what: string): Promise<void> {
  if (await context.slot(anySchedule)) await failRequests(context, event, await requestsTouching(context.em, touched), what);
}

/** Fails the schedules of these requests that were made before the event. */
async function failRequests(context: Context, event: ReceivedEvent, ids: readonly number[], what: string): Promise<void> {
  if (ids.length === 0) return;
  const isLater = { $or: [{ togglesPosition: null }, { togglesPosition: { $lt: event.position } }] };
  const schedules = await context.em.find(RequestSchedule, { requestId: { $in: [...ids] }, ...isLater });
  if (schedules.length === 0) return;
  const here = event.environment === null ? {} : { environment: event.environment };
  const touched = { id: { $in: schedules.map(({ requestId }) => requestId) }, state: 'Scheduled', ...here } as const;
  for (const { id } of await context.em.find(ChangeRequest, touched, { orderBy: { id: 'asc' } }))
    await failSchedule(context, id, `${what} by ${event.createdBy} after this was scheduled.`);
}

/** An event with its position in toggles. */
type ReceivedEvent = EventBody & { readonly position: number };

const idIn = (value: unknown): string => `${(value as { readonly id?: string | number } | null)?.id ?? ''}`;

const ofFeature = (done: string) => (context: Context, event: ReceivedEvent) =>
  failTouched(context, event, [{ kind: 'feature', id: event.featureName ?? '' }], `The feature ${event.featureName} was ${done}`);

/** Fails changes to the strategy, and changes that enable its feature: they would enable something other than what was approved. */
const ofStrategy = (done: string) => async (context: Context, event: ReceivedEvent) => {
  const id = idIn(event.preData ?? event.data);
  const what = `A strategy of ${event.featureName} (${id}) was ${done}`;
  await failTouched(context, event, [{ kind: 'strategy', id }], what);
  if (await context.slot(anySchedule))
    await failRequests(context, event, await requestsSwitchingOn(context.em, event.featureName ?? ''), what);
};

async function requestsSwitchingOn(em: EntityManager, feature: string): Promise<number[]> {
  const requests = await requestsSwitching(em, feature);
  if (requests.length === 0) return [];
  const changes = await em.find(ProposedChange, { requestId: { $in: requests }, feature, action: 'updateEnabled' });
  return changes.filter(({ payload }) => (payload as { readonly enabled?: boolean } | null)?.enabled).map(({ requestId }) => requestId);
}

const ofSegment = (done: string) => (context: Context, event: ReceivedEvent) => {
  const id = idIn(event.preData);
  return failTouched(
    context,
    event,
    [
      { kind: 'segment', id },
      { kind: 'used-segment', id },
    ],
    `The segment ${id} was ${done}`,
  );
};

const ofVariants = (context: Context, event: ReceivedEvent) =>
  failTouched(context, event, [{ kind: 'variants', id: event.featureName ?? '' }], `The variants of ${event.featureName} were changed`);

const ofPlan = (context: Context, event: ReceivedEvent) =>
  failTouched(
    context,
    event,
    [{ kind: 'release-plan', id: event.featureName ?? '' }],
    `The release plan of ${event.featureName} was changed`,
  );

const ofSafeguard = (context: Context, event: ReceivedEvent) => {
  const { releasePlanId } = (event.data ?? event.preData) as SafeguardOfPlan;
  if (releasePlanId !== undefined) return ofPlan(context, event);
  const touched = [{ kind: 'safeguards', id: event.featureName ?? '' }] as const;
  return failTouched(context, event, touched, `The safeguards of ${event.featureName} were changed`);
};

const withPosition =
  (react: (context: Context, event: ReceivedEvent) => Promise<void>) => (context: Context, event: EventBody, envelope: Envelope) =>
    react(context, { ...event, position: envelope.sequence });

export const onTouched = {
  featureArchived: withPosition(ofFeature('archived')),
  featureDeleted: withPosition(ofFeature('deleted')),
  featureProjectChange: withPosition(ofFeature('moved to another project')),
  featureStrategyAdd: withPosition(ofStrategy('added')),
  featureStrategyUpdate: withPosition(ofStrategy('changed')),
  featureStrategyRemove: withPosition(ofStrategy('deleted')),
  segmentUpdated: withPosition(ofSegment('changed')),
  segmentDeleted: withPosition(ofSegment('deleted')),
  featureEnvironmentVariantsUpdated: withPosition(ofVariants),
  releasePlanAdded: withPosition(ofPlan),
  releasePlanUpdated: withPosition(ofPlan),
  releasePlanRemoved: withPosition(ofPlan),
  releasePlanMilestoneStarted: withPosition(ofPlan),
  milestoneProgressionCreated: withPosition(ofPlan),
  milestoneProgressionUpdated: withPosition(ofPlan),
  milestoneProgressionDeleted: withPosition(ofPlan),
  safeguardChanged: withPosition(ofSafeguard),
  safeguardDeleted: withPosition(ofSafeguard),
};
