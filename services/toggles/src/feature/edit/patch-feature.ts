import {
  Failure,
  featureArchived,
  featureDependenciesRemoved,
  featureMetadataUpdated,
  featureRevived,
  featureStaleOff,
  featureStaleOn,
  validator,
} from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { shapesOf } from '@signalbox/table';
import { Type } from 'typebox';
import { featureTable, writtenFeature } from '../../tables/feature.ts';
import { applyPatch } from '../../base/input/apply-patch.ts';
import type { FeatureKey } from '../feature/feature.ts';
import { featureParams, serializeMetadata, UpdatedFeature, UpdateFeature } from '../feature/feature.schema.ts';
import { type ChangedFeature, changeMetadata, lockDescribed, replyChanged } from './update-feature.ts';
import { JsonPatch } from '../../base/input/json-patch.schema.ts';

export const patchFeatureRoute = route(
  {
    method: 'patch',
    path: '/api/admin/projects/:projectId/features/:featureName',
    summary: 'Patch the metadata of a feature with a JSON Patch',
    permission: 'UPDATE_FEATURE',
    scope: 'project of the path',
    params: featureParams,
    body: JsonPatch,
    answers: { 200: UpdatedFeature },
    headers: { ETag: 'The version of the feature, for `If-Match`.' },
    failures: [
      'ValidationError',
      'NoAccessError',
      'BadDataError',
      'OperationDeniedError',
      'InvalidOperationError',
      'NotFoundError',
      'PreconditionFailedError',
    ],
    events: [featureDependenciesRemoved, featureMetadataUpdated, featureStaleOn, featureStaleOff, featureArchived, featureRevived],
  },
  async ({ params, body }, context) => replyChanged(await patchFeature(context, params, body)),
);

/** The properties that a patch may change. Only nullable ones may be missing afterwards. */
const isPatched = validator(
  Type.Object({ ...shapesOf(featureTable, writtenFeature), description: UpdateFeature.properties.description, archived: Type.Boolean() }),
);

/**
 * Applies a patch to the current state under the lock, so that concurrent patches never overwrite each other. Ignores changes
 * of name, project and dates. Throws 403 for variants, which have routes of their own.
 */
async function patchFeature(context: Context, key: FeatureKey, patch: JsonPatch): Promise<ChangedFeature> {
  refuseVariants(patch);
  const found = await lockDescribed(context, key);
  const patched = applyPatch(serializeMetadata(found.feature), patch, isPatched);
  return changeMetadata(context, found, { ...writtenFeature.pick(patched), archived: patched.archived });
}

function refuseVariants(patch: JsonPatch): void {
  if (!patch.some(({ path, from }) => path.includes('/variants') || from?.includes('/variants'))) return;
  throw new Failure('OperationDeniedError', 'Variants cannot be patched on this route. Use the variants route of each environment.');
}
