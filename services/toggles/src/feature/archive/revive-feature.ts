import { featureRevived } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { takeOutOfArchive } from './archive.ts';
import { featureNameParams } from '../feature/feature.schema.ts';
import { eventKeys, findFeatureAnywhere } from '../feature/feature.ts';

export const reviveFeatureRoute = route(
  {
    method: 'post',
    path: '/api/admin/archive/revive/:featureName',
    summary: 'Revive an archived feature, disabled in every environment',
    permission: 'UPDATE_FEATURE',
    scope: 'project of the feature',
    params: featureNameParams,
    answers: { 200: empty },
    failures: ['NotFoundError', 'InvalidOperationError', 'PreconditionFailedError'],
    events: [featureRevived],
  },
  ({ params }, context) => reviveFeature(context, params.featureName),
);

/** Revives one feature of any project. An active one stays as it is. */
export async function reviveFeature(context: Context, featureName: string): Promise<void> {
  const revived = await takeOutOfArchive(context, [await findFeatureAnywhere(context, featureName, 'UPDATE_FEATURE')]);
  for (const feature of revived) context.publish(featureRevived, eventKeys(feature));
}
