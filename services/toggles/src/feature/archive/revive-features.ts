import { featureRevived } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { projectParams } from '../../project/project/project.schema.ts';
import { takeOutOfArchive } from './archive.ts';
import { eventKeys, findFeatures } from '../feature/feature.ts';
import { FeatureNames } from '../feature/feature.schema.ts';

export const reviveFeaturesRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/revive',
    summary: 'Revive several archived features, disabled in every environment',
    permission: 'UPDATE_FEATURE',
    scope: 'project of the path',
    params: projectParams,
    body: FeatureNames,
    answers: { 200: empty },
    failures: ['InvalidOperationError'],
    events: [featureRevived],
  },
  ({ params, body }, context) => reviveFeatures(context, params.projectId, body.features),
);

/** Revives the named features that exist and are archived. If one is refused, revives none. */
export async function reviveFeatures(context: Context, projectId: string, names: readonly string[]): Promise<void> {
  const revived = await takeOutOfArchive(context, await findFeatures(context, projectId, names));
  for (const feature of revived) context.publish(featureRevived, eventKeys(feature));
}
