import { featureStaleOff, featureStaleOn } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { projectParams } from '../../project/project/project.schema.ts';
import { eventKeys, findFeatures } from '../feature/feature.ts';
import { FeatureNames } from '../feature/feature.schema.ts';

const MarkStale = Type.Object({ ...FeatureNames.properties, stale: Type.Boolean() });

export const markStaleRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/stale',
    summary: 'Mark several features as stale or not stale',
    permission: 'UPDATE_FEATURE',
    scope: 'project of the path',
    params: projectParams,
    body: MarkStale,
    answers: { 202: empty },
    failures: ['InvalidOperationError'],
    events: [featureStaleOn, featureStaleOff],
  },
  ({ params, body }, context) => markStale(context, params.projectId, body),
);

/** Changes the named features that exist and are not marked accordingly. */
async function markStale(context: Context, projectId: string, input: Static<typeof MarkStale>): Promise<void> {
  for (const feature of await findFeatures(context, projectId, input.features)) {
    if (feature.stale === input.stale) continue;
    feature.stale = input.stale;
    context.publish(input.stale ? featureStaleOn : featureStaleOff, eventKeys(feature));
  }
}
