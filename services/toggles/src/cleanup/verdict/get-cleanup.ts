import { Failure } from '@signalbox/contracts';
import { type ReadContext, route } from '@signalbox/kit';
import { type FeatureKey, readFeature } from '../../feature/feature/feature.ts';
import { featureParams } from '../../feature/feature/feature.schema.ts';
import { assessFeatures } from './assess-features.ts';
import { Cleanup } from './cleanup.schema.ts';

export const getCleanupRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/features/:featureName/cleanup',
    summary: 'Judge whether a feature can be removed, with its only answer, reasons and blockers',
    permission: 'authenticated',
    agents: true,
    params: featureParams,
    answers: { 200: Cleanup },
    failures: ['NotFoundError'],
  },
  ({ params }, context) => getCleanup(context, params),
);

async function getCleanup(context: ReadContext, key: FeatureKey): Promise<Cleanup> {
  const { name, project } = await readFeature(context.em, key);
  const [cleanup] = await assessFeatures(context, project, [name]);
  if (!cleanup) throw new Failure('NotFoundError', `The feature ${name} is archived.`);
  return cleanup;
}
