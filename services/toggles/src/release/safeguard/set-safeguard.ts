import { ReleasePlanShape, safeguardChanged, safeguardDeleted } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { type LockedPlan, lockPlan, type PlanKey, type ReleasePlan, serializePlan } from '../plan/plan.ts';
import { planParams } from '../plan/plan.schema.ts';
import { WriteSafeguard } from '../template/safeguard.schema.ts';
import { shapePlan } from '../plan/shape-plan.ts';
import { type Guarded, type RestoredSafeguard, withoutSafeguard, withSafeguard } from './edit-safeguards.ts';

export const setSafeguardRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans/:planId/safeguards',
    summary: 'Add a safeguard to a release plan, or replace the one with the id',
    permission: 'UPDATE_FEATURE_STRATEGY',
    scope: 'environment of the path',
    protectedBy: 'environment',
    params: planParams,
    body: WriteSafeguard,
    answers: { 200: ReleasePlanShape },
    failures: ['BadDataError', 'NotFoundError', 'PreconditionFailedError'],
    events: [safeguardChanged],
  },
  async ({ params, body }, context) => serializePlan(await setSafeguard(context, params, body)),
);

export const deleteSafeguardRoute = route(
  {
    method: 'delete',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans/:planId/safeguards/:safeguardId',
    summary: 'Delete a safeguard of a release plan',
    permission: 'UPDATE_FEATURE_STRATEGY',
    scope: 'environment of the path',
    protectedBy: 'environment',
    params: Type.Object({ ...planParams.properties, safeguardId: Type.String() }),
    answers: { 204: empty },
    failures: ['NotFoundError', 'PreconditionFailedError'],
    events: [safeguardDeleted],
  },
  ({ params }, context) => deleteSafeguard(context, params),
);

export async function setSafeguard(context: Context, key: PlanKey, input: RestoredSafeguard): Promise<ReleasePlan> {
  const locked = await lockPlan(context, key);
  shapePlan(context, locked.plan);
  locked.plan.safeguards = withSafeguard(context, guardedBy(locked), input).safeguards;
  return locked.plan;
}

export async function deleteSafeguard(context: Context, key: PlanKey & { readonly safeguardId: string }): Promise<void> {
  const locked = await lockPlan(context, key);
  shapePlan(context, locked.plan);
  locked.plan.safeguards = withoutSafeguard(context, guardedBy(locked), key.safeguardId);
}

const guardedBy = ({ target, plan }: LockedPlan): Guarded => ({ target, releasePlanId: plan.id, safeguards: plan.safeguards ?? [] });
