import { Safeguard, safeguardChanged, safeguardDeleted } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import type { FeatureEnvironmentKey } from '../../feature/feature/feature-in-environment.ts';
import { featureEnvironmentParams } from '../../feature/feature/feature.schema.ts';
import { ofEnvironment } from '../template/normalise-safeguard.ts';
import { WriteEnvironmentSafeguard } from '../template/safeguard.schema.ts';
import { type RestoredSafeguard, withoutSafeguard, withSafeguard } from './edit-safeguards.ts';
import { lockSafeguards, storeSafeguards } from './environment-safeguards.ts';

export const setEnvironmentSafeguardRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/safeguards',
    summary: 'Add a safeguard that switches a feature off in one environment, or replace the one with the id',
    permission: 'UPDATE_FEATURE_ENVIRONMENT',
    scope: 'environment of the path',
    protectedBy: 'environment',
    params: featureEnvironmentParams,
    body: WriteEnvironmentSafeguard,
    answers: { 200: Safeguard },
    failures: ['BadDataError', 'NotFoundError', 'PreconditionFailedError'],
    events: [safeguardChanged],
  },
  ({ params, body }, context) => setEnvironmentSafeguard(context, params, body),
);

export const deleteEnvironmentSafeguardRoute = route(
  {
    method: 'delete',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/safeguards/:safeguardId',
    summary: 'Delete a safeguard of a feature in one environment',
    permission: 'UPDATE_FEATURE_ENVIRONMENT',
    scope: 'environment of the path',
    protectedBy: 'environment',
    params: Type.Object({ ...featureEnvironmentParams.properties, safeguardId: Type.String() }),
    answers: { 204: empty },
    failures: ['NotFoundError', 'PreconditionFailedError'],
    events: [safeguardDeleted],
  },
  ({ params }, context) => deleteEnvironmentSafeguard(context, params),
);

/** Returns the safeguard that was added or replaced. */
export async function setEnvironmentSafeguard(
  context: Context,
  key: FeatureEnvironmentKey,
  input: WriteEnvironmentSafeguard & Pick<RestoredSafeguard, 'restoredId'>,
): Promise<Safeguard> {
  const guarded = await lockSafeguards(context, key);
  const { safeguard, safeguards } = withSafeguard(context, guarded, ofEnvironment(input));
  await storeSafeguards(context, guarded.target, safeguards);
  return safeguard;
}

export async function deleteEnvironmentSafeguard(
  context: Context,
  key: FeatureEnvironmentKey & { readonly safeguardId: string },
): Promise<void> {
  const guarded = await lockSafeguards(context, key);
  await storeSafeguards(context, guarded.target, withoutSafeguard(context, guarded, key.safeguardId));
}
