import { featureCleanupSnoozed, featureCleanupReady, FeatureSnooze as FeatureSnoozeShape } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { badValue } from '../../base/input/bad-value.ts';
import { eventKeys, type FeatureKey, findActiveFeature } from '../../feature/feature/feature.ts';
import { featureParams } from '../../feature/feature/feature.schema.ts';
import { featureSnoozeTable } from '../../tables/cleanup.ts';
import { storeVerdictsOf } from './store-verdicts.ts';

/** A decision to keep a feature until a date. */
class FeatureSnooze extends featureSnoozeTable.entity.class {}
featureSnoozeTable.entity.setClass(FeatureSnooze);

const ofSnooze = {
  path: '/api/admin/projects/:projectId/features/:featureName/cleanup/snooze',
  permission: 'UPDATE_FEATURE',
  scope: 'project of the path',
  params: featureParams,
  answers: { 200: empty },
  events: [featureCleanupSnoozed, featureCleanupReady],
} as const;

export const snoozeFeatureRoute = route(
  {
    ...ofSnooze,
    method: 'put',
    summary: 'Keep a feature until a date, with a reason, although it could be removed',
    body: FeatureSnoozeShape,
    failures: ['BadDataError', 'NotFoundError', 'PreconditionFailedError'],
  },
  ({ params, body }, context) => {
    if (!(Date.parse(body.until) > context.now().getTime())) throw badValue('until', `must be in the future; got ${body.until}`);
    return setSnooze(context, params, body);
  },
);

export const endSnoozeRoute = route(
  {
    ...ofSnooze,
    method: 'delete',
    summary: 'End the decision to keep a feature',
    failures: ['NotFoundError', 'PreconditionFailedError'],
  },
  ({ params }, context) => setSnooze(context, params, null),
);

/** Judges the feature at once, without waiting for the job. */
async function setSnooze(context: Context, key: FeatureKey, snooze: FeatureSnoozeShape | null): Promise<void> {
  const { em, actor } = context;
  const feature = await findActiveFeature(context, key);
  const { name: featureName } = feature;
  const stored = await em.findOne(FeatureSnooze, { featureName });
  const before = stored && { until: stored.until.toISOString(), reason: stored.reason };
  const after = snooze && { until: new Date(snooze.until).toISOString(), reason: snooze.reason };
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const author = { createdByUserId: actor.id, createdBy: actor.name };
  if (snooze) await em.upsert(FeatureSnooze, { featureName, until: new Date(snooze.until), reason: snooze.reason, ...author });
  else await em.nativeDelete(FeatureSnooze, { featureName });
  context.publish(featureCleanupSnoozed, { ...eventKeys(feature), data: after, preData: before });
  await storeVerdictsOf(context, feature.project, [featureName]);
}
