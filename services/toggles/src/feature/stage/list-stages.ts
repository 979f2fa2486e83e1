import { Failure } from '@signalbox/contracts';
import { type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { Feature, type FeatureKey } from '../feature/feature.ts';
import { featureParams } from '../feature/feature.schema.ts';
import { EnteredStage, stageRowOf, stagesOf } from '../feature/stage.ts';

export const listStagesRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/features/:featureName/lifecycle',
    summary: 'List the stages that a feature has passed through, oldest first',
    permission: 'authenticated',
    params: featureParams,
    answers: { 200: Type.Array(EnteredStage) },
    failures: ['NotFoundError'],
  },
  ({ params }, context) => listStages(context, params),
);

/** Includes archived features, because archived is a stage. */
async function listStages({ em }: Pick<ReadContext, 'em'>, { projectId, featureName }: FeatureKey): Promise<EnteredStage[]> {
  const feature = await em.findOne(Feature, { name: featureName, project: projectId });
  if (feature?.name !== featureName) throw new Failure('NotFoundError', `There is no feature ${featureName} in project ${projectId}.`);
  return stagesOf(stageRowOf(feature));
}
