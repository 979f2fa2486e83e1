import { featureCreated } from '@signalbox/contracts';
import { type Context, requirePermission, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { createFeature } from '../edit/create-feature.ts';
import type { DescribedFeature } from '../feature/feature.schema.ts';
import {
  capabilityHeader,
  manifestPath,
  ManifestFeature,
  refuseOtherType,
  replyStored,
  StoredManifestFeature,
} from './manifest-feature.schema.ts';

export const createManifestFeatureRoute = route(
  {
    method: 'post',
    path: manifestPath,
    summary: 'Create a feature from a flag of the OpenFeature CLI',
    permission: 'CREATE_FEATURE',
    scope: 'project of the feature',
    query: Type.Object({ project: Type.Optional(Type.String()) }),
    body: ManifestFeature,
    answers: { 201: StoredManifestFeature },
    headers: capabilityHeader,
    failures: ['BadDataError', 'NameExistsError', 'PatternError', 'InvalidOperationError', 'NotFoundError'],
    events: [featureCreated],
  },
  async ({ query: { project = 'default' }, body }, context) => replyStored(await createFromManifest(context, project, body), context.now()),
);

/** Creates the feature with the default value in its code. */
function createFromManifest(context: Context, project: string, input: ManifestFeature): Promise<DescribedFeature> {
  requirePermission(context, 'CREATE_FEATURE', { project });
  refuseOtherType(input);
  return createFeature(context, project, { name: input.key, description: input.description ?? null, codeDefault: input.defaultValue });
}
