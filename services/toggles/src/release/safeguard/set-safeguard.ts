import { isDeepStrictEqual } from 'node:util';
import { Failure, ReleasePlanShape, safeguardChanged, safeguardDeleted } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { badValue } from '../../base/input/bad-value.ts';
import { environmentEventKeys } from '../../feature/feature/feature-in-environment.ts';
import { normaliseSafeguard } from '../plan/normalise-safeguard.ts';
import { lockPlan, type PlanKey, type ReleasePlan, serializePlan } from '../plan/plan.ts';
import { maxSafeguards, planParams, WriteSafeguard } from '../plan/plan.schema.ts';

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

export async function setSafeguard(context: Context, key: PlanKey, input: WriteSafeguard): Promise<ReleasePlan> {
  const { target, plan } = await lockPlan(context, key);
  const { safeguards } = serializePlan(plan);
  const before = input.id === undefined ? null : findSafeguard(plan, input.id);
  if (!before && safeguards.length >= maxSafeguards) throw badValue('', `A release plan can have at most ${maxSafeguards} safeguards.`);
  const after = normaliseSafeguard(context, input, { path: '' });
  if (isDeepStrictEqual(before, after)) return plan;
  plan.safeguards = before ? safeguards.map((one) => (one.id === after.id ? after : one)) : [...safeguards, after];
  context.publish(safeguardChanged, {
    ...environmentEventKeys(target),
    data: { releasePlanId: plan.id, safeguard: after },
    preData: before && { releasePlanId: plan.id, safeguard: before },
  });
  return plan;
}

export async function deleteSafeguard(context: Context, key: PlanKey & { readonly safeguardId: string }): Promise<void> {
  const { target, plan } = await lockPlan(context, key);
  const safeguard = findSafeguard(plan, key.safeguardId);
  plan.safeguards = serializePlan(plan).safeguards.filter(({ id }) => id !== safeguard.id);
  context.publish(safeguardDeleted, { ...environmentEventKeys(target), preData: { releasePlanId: plan.id, safeguard } });
}

function findSafeguard(plan: ReleasePlan, id: string) {
  const safeguard = serializePlan(plan).safeguards.find((one) => one.id === id);
  if (!safeguard) throw new Failure('NotFoundError', `The release plan ${plan.name} has no safeguard ${id}.`);
  return safeguard;
}
