import { featureLinkRemoved } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { type FeatureKey, findActiveFeature } from '../feature/feature.ts';
import { removeLinkOf } from '../feature/feature-link.ts';
import { findLink, linkParams } from './find-link.ts';

export const removeLinkRoute = route(
  {
    method: 'delete',
    path: '/api/admin/projects/:projectId/features/:featureName/link/:linkId',
    summary: 'Remove a link from a feature',
    permission: 'UPDATE_FEATURE',
    scope: 'project of the path',
    params: linkParams,
    answers: { 204: empty },
    failures: ['NotFoundError', 'PreconditionFailedError'],
    events: [featureLinkRemoved],
  },
  ({ params }, context) => removeLink(context, params, params.linkId),
);

async function removeLink(context: Context, key: FeatureKey, id: string): Promise<void> {
  const feature = await findActiveFeature(context, key);
  removeLinkOf(context, feature, await findLink(context.em, feature.name, id));
}
