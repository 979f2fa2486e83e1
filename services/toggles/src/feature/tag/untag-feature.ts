import { featureUntagged, type Tag } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { featureNameParams } from '../feature/feature.schema.ts';
import { findFeatureAnywhere } from '../feature/feature.ts';
import { changeTags } from './change-tags.ts';
import { TagParams } from '../../vocabulary/tag/tag.schema.ts';

export const untagFeatureRoute = route(
  {
    method: 'delete',
    path: '/api/admin/features/:featureName/tags/:type/:value',
    summary: 'Remove a tag from a feature',
    permission: 'UPDATE_FEATURE',
    scope: 'project of the feature',
    params: Type.Object({ ...featureNameParams.properties, ...TagParams.properties }),
    answers: { 200: empty },
    failures: ['NotFoundError', 'PreconditionFailedError'],
    events: [featureUntagged],
  },
  ({ params: { featureName, type, value } }, context) => untagFeature(context, featureName, { type, value }),
);

/** The tag itself stays. */
export async function untagFeature(context: Context, featureName: string, tag: Tag): Promise<void> {
  const feature = await findFeatureAnywhere(context, featureName, 'UPDATE_FEATURE');
  await changeTags(context, [feature], { addedTags: [], removedTags: [tag] });
}
