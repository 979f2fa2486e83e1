import { isDeepStrictEqual } from 'node:util';
import { Completion, featureCompleted, nullable } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { eventKeys, type FeatureKey, findActiveFeature } from '../feature/feature.ts';
import { featureParams } from '../feature/feature.schema.ts';

const CompleteFeature = Type.Object({
  status: Completion.properties.status,
  /** The variant that stays. */
  statusValue: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 100 }))),
});

export const completeFeatureRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/features/:featureName/lifecycle/complete',
    summary: 'Mark a feature as completed: kept, kept with one variant, or discarded',
    permission: 'UPDATE_FEATURE',
    scope: 'project of the path',
    params: featureParams,
    body: CompleteFeature,
    answers: { 200: empty },
    failures: ['NotFoundError', 'PreconditionFailedError'],
    events: [featureCompleted],
  },
  ({ params, body }, context) => completeFeature(context, params, body),
);

/** Completes a feature in any earlier stage. A completed feature can get a new status, and keeps the time of its completion. */
async function completeFeature(context: Context, key: FeatureKey, input: Static<typeof CompleteFeature>): Promise<void> {
  const feature = await findActiveFeature(context, key);
  const { completedStatus: status, completedStatusValue: statusValue = null } = feature;
  const completion: Completion = { status: input.status, statusValue: input.statusValue ?? null };
  if (isDeepStrictEqual({ status, statusValue }, completion)) return;
  feature.complete(context.now(), completion);
  context.publish(featureCompleted, { ...eventKeys(feature), data: completion });
}
