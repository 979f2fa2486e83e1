import { LockMode } from '@mikro-orm/core';
import { featureOwnerUpdated, nullable } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { badValue } from '../../base/input/bad-value.ts';
import { type Creator, serializeCreator } from '../feature/creator.schema.ts';
import { eventKeys, Feature, type FeatureKey, findActiveFeature } from '../feature/feature.ts';
import { featureParams } from '../feature/feature.schema.ts';
import { KnownUser, seesProject } from './known-user.ts';

export const setOwnerRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/features/:featureName/owner',
    summary: 'Set the owner of a feature; null removes the owner',
    permission: 'UPDATE_FEATURE',
    scope: 'project of the path',
    params: featureParams,
    body: Type.Object({ userId: nullable(Type.Integer()) }),
    answers: { 204: empty },
    failures: ['BadDataError', 'NotFoundError', 'PreconditionFailedError'],
    events: [featureOwnerUpdated],
  },
  ({ params, body }, context) => setOwner(context, params, body.userId),
);

async function setOwner(context: Context, key: FeatureKey, userId: number | null): Promise<void> {
  const feature = await findActiveFeature(context, key);
  changeOwner(context, feature, userId === null ? null : await findOwner(context, feature, userId));
}

/** Throws 400 for ids that are not of a user, and for users who cannot see the project. The lock delays the deletion of the user. */
async function findOwner(context: Context, { project }: Feature, id: number): Promise<KnownUser> {
  const user = await context.em.findOne(KnownUser, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (user && seesProject(context, user, project)) return user;
  throw badValue({ path: 'userId' }, `must be the id of a user who can see the project ${project}; got ${id}`);
}

/** Removes a deleted user from the features that the user owned. */
export async function disown(context: Context, userId: number): Promise<void> {
  const owned = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { name: 'asc' } } as const;
  for (const feature of await context.em.find(Feature, { ownerId: userId }, owned)) changeOwner(context, feature, null);
}

function changeOwner(context: Context, feature: Feature, owner: Creator | null): void {
  const before = ownerOf(feature);
  if (before?.id === owner?.id) return;
  feature.ownerId = owner?.id ?? null;
  feature.ownerName = owner?.name ?? null;
  context.publish(featureOwnerUpdated, { ...eventKeys(feature), data: { owner: ownerOf(feature) }, preData: { owner: before } });
}

export const ownerOf = ({ ownerId, ownerName }: Pick<Feature, 'ownerId' | 'ownerName'>): Creator | null =>
  serializeCreator(ownerId, ownerName);
