import { DateTime, featureArchived, featureDependenciesRemoved } from '@signalbox/contracts';
import { Reply, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { archiveFeature } from '../archive/archive-feature.ts';
import { findFeatureAnywhere } from '../feature/feature.ts';
import { featureNameParams } from '../feature/feature.schema.ts';
import { capabilities, capabilityHeader, manifestPath } from './manifest-feature.schema.ts';

export const archiveManifestFeatureRoute = route(
  {
    method: 'delete',
    path: `${manifestPath}/:featureName`,
    summary: 'Archive the feature of a flag of the OpenFeature CLI',
    permission: 'DELETE_FEATURE',
    scope: 'project of the feature',
    params: featureNameParams,
    answers: { 200: Type.Object({ message: Type.String(), archivedAt: DateTime }) },
    headers: capabilityHeader,
    failures: ['NoAccessError', 'InvalidOperationError', 'NotFoundError', 'PreconditionFailedError'],
    events: [featureDependenciesRemoved, featureArchived],
  },
  async ({ params: { featureName } }, context) => {
    const feature = await findFeatureAnywhere(context, featureName, 'DELETE_FEATURE');
    await archiveFeature(context, { projectId: feature.project, featureName });
    const archivedAt = (feature.archivedAt ?? context.now()).toISOString();
    return new Reply({ message: `The feature ${featureName} is archived. It can be revived.`, archivedAt }, { headers: capabilities });
  },
);
