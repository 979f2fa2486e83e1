import { featureLinkAdded } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { type FeatureKey, findActiveFeature } from '../feature/feature.ts';
import { featureParams } from '../feature/feature.schema.ts';
import { addLinks, LinkInput } from '../feature/feature-link.ts';

export const addLinkRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/features/:featureName/link',
    summary: 'Add a link to a feature',
    permission: 'UPDATE_FEATURE',
    scope: 'project of the path',
    params: featureParams,
    body: LinkInput,
    answers: { 204: empty },
    failures: ['BadDataError', 'NotFoundError', 'PreconditionFailedError'],
    events: [featureLinkAdded],
  },
  ({ params, body }, context) => addLink(context, params, body),
);

async function addLink(context: Context, key: FeatureKey, link: LinkInput): Promise<void> {
  await addLinks(context, [{ feature: await findActiveFeature(context, key), links: [link] }]);
}
