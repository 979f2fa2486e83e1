import { featureCreated } from '@signalbox/contracts';
import { type Context, requirePermission, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { createFeature } from '../edit/create-feature.ts';
import type { DescribedFeature } from '../feature/feature.schema.ts';
import { capabilityHeader, flagsPath, ManifestFlag, refuseOtherType, replyStored, StoredFlag } from './manifest-flag.schema.ts';

export const createManifestFlagRoute = route(
  {
    method: 'post',
    path: flagsPath,
    summary: 'Create a feature from a flag of the OpenFeature CLI',
    permission: 'CREATE_FEATURE',
    scope: 'project of the feature',
    query: Type.Object({ project: Type.Optional(Type.String()) }),
    body: ManifestFlag,
    answers: { 201: StoredFlag },
    headers: capabilityHeader,
    failures: ['BadDataError', 'NameExistsError', 'PatternError', 'InvalidOperationError', 'NotFoundError'],
    events: [featureCreated],
  },
  async ({ query: { project = 'default' }, body }, context) => replyStored(await createFlag(context, project, body), context.now()),
);

/** Creates the feature with the default value in its code. */
export function createFlag(context: Context, project: string, flag: ManifestFlag): Promise<DescribedFeature> {
  requirePermission(context, 'CREATE_FEATURE', { project });
  refuseOtherType(flag);
  return createFeature(context, project, { name: flag.key, description: flag.description ?? null, codeDefault: flag.defaultValue });
}
