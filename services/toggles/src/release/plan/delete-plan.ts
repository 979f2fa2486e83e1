import { featureEnvironmentDisabled, featureStrategyRemove, releasePlanRemoved } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { environmentEventKeys } from '../../feature/feature/feature-in-environment.ts';
import { replaceStrategies } from '../../feature/strategy/replace-strategies.ts';
import { strategiesOf, type Strategy } from '../../feature/strategy/strategy.ts';
import { lockPlan, type PlanKey, ReleasePlan, serializePlan } from './plan.ts';
import { planParams } from './plan.schema.ts';

export const deletePlanRoute = route(
  {
    method: 'delete',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans/:planId',
    summary: 'Delete a release plan with the strategies of its active milestone',
    permission: 'DELETE_FEATURE_STRATEGY',
    scope: 'environment of the path',
    protectedBy: 'environment',
    params: planParams,
    answers: { 204: empty },
    failures: ['NotFoundError', 'PreconditionFailedError'],
    events: [featureStrategyRemove, featureEnvironmentDisabled, releasePlanRemoved],
  },
  ({ params }, context) => deletePlan(context, params),
);

/** Switches the feature off if no other enabled strategy is left. */
export async function deletePlan(context: Context, key: PlanKey): Promise<void> {
  const { target, plan } = await lockPlan(context, key);
  const preData = serializePlan(plan);
  await replaceStrategies(context, target, await strategiesOfPlan(context, key), []);
  context.em.remove(plan);
  context.publish(releasePlanRemoved, { ...environmentEventKeys(target), preData });
}

/** Deletes the plans of locked features whose strategies the caller replaces. */
export async function deletePlansOf(
  context: Context,
  { project, environment }: { readonly project: string; readonly environment: string },
  names: readonly string[],
): Promise<void> {
  const plans = await context.em.find(ReleasePlan, { featureName: { $in: [...names] }, environment }, { orderBy: { featureName: 'asc' } });
  for (const plan of plans) {
    context.em.remove(plan);
    context.publish(releasePlanRemoved, { project, environment, featureName: plan.featureName, preData: serializePlan(plan) });
  }
}

/** The stored strategies of the active milestone. */
export async function strategiesOfPlan(
  { em }: Context,
  { featureName, environment }: Omit<PlanKey, 'projectId' | 'planId'>,
): Promise<Strategy[]> {
  return (await strategiesOf(em, featureName, environment)).filter(({ milestoneId }) => milestoneId);
}
