import { isDeepStrictEqual } from 'node:util';
import { featureLinkUpdated } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { eventKeys, type FeatureKey, findActiveFeature } from '../feature/feature.ts';
import { LinkInput, normaliseLink, serializeLink } from '../feature/feature-link.ts';
import { findLink, linkParams } from './find-link.ts';

export const updateLinkRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/features/:featureName/link/:linkId',
    summary: 'Update the URL and the title of a link',
    permission: 'UPDATE_FEATURE',
    scope: 'project of the path',
    params: linkParams,
    body: LinkInput,
    answers: { 204: empty },
    failures: ['BadDataError', 'NotFoundError', 'PreconditionFailedError'],
    events: [featureLinkUpdated],
  },
  ({ params, body }, context) => updateLink(context, params, params.linkId, body),
);

/** A missing title clears it. */
async function updateLink(context: Context, key: FeatureKey, id: string, input: LinkInput): Promise<void> {
  const feature = await findActiveFeature(context, key);
  const link = await findLink(context.em, feature.name, id);
  const preData = serializeLink(link);
  const data = { id: link.id, ...normaliseLink(input) };
  if (isDeepStrictEqual(preData, data)) return;
  Object.assign(link, data);
  context.publish(featureLinkUpdated, { ...eventKeys(feature), data, preData });
}
