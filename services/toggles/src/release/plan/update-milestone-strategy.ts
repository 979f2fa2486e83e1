import { isDeepStrictEqual } from 'node:util';
import {
  Failure,
  featureEnvironmentDisabled,
  FeatureStrategy,
  featureStrategyUpdate,
  type PlanMilestone,
  releasePlanUpdated,
} from '@signalbox/contracts';
import { type Context, only, route } from '@signalbox/kit';
import { environmentEventKeys } from '../../feature/feature/feature-in-environment.ts';
import { normaliseStrategy } from '../../feature/strategy/normalise-strategy.ts';
import type { StrategyKey } from '../../feature/strategy/strategy.ts';
import { strategyParams, UpdateStrategy } from '../../feature/strategy/strategy.schema.ts';
import { updateStrategies } from '../../feature/strategy/update-strategy.ts';
import { inGroupOf, segmentsOfMilestones } from '../template/normalise-milestones.ts';
import { lockPlan, type LockedPlan, serializePlan } from './plan.ts';
import { shapePlan } from './shape-plan.ts';

export const updateMilestoneStrategyRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/milestone-strategies/:strategyId',
    summary: 'Replace a strategy of a milestone; omitted constraints and variants are removed',
    permission: 'UPDATE_FEATURE_STRATEGY',
    scope: 'environment of the path',
    protectedBy: 'environment',
    params: strategyParams,
    body: UpdateStrategy,
    answers: { 200: FeatureStrategy },
    failures: ['BadDataError', 'NotFoundError', 'PreconditionFailedError'],
    events: [featureStrategyUpdate, featureEnvironmentDisabled, releasePlanUpdated],
  },
  ({ params, body }, context) => updateMilestoneStrategy(context, params, body),
);

type Content = FeatureStrategy;

/** Like `updateStrategy`. A strategy of the active milestone takes effect at once. */
export async function updateMilestoneStrategy(context: Context, key: StrategyKey, input: UpdateStrategy): Promise<Content> {
  const locked = await lockPlan(context, key);
  const { plan, target } = locked;
  const preData = serializePlan(plan);
  const { milestone, strategy } = findStrategyOf(locked, key.strategyId);
  const { key: _key, ...content } = input;
  const grouped = { ...content, ...(input.parameters && { parameters: inGroupOf(input.parameters, key.featureName) }) };
  const isActive = milestone.id === plan.activeMilestoneId;
  const data = isActive ? await updateStored(context, key, milestone, grouped) : await normalised(context, key, strategy, grouped);
  const replaced = milestone.strategies.map((one) => (one.id === strategy.id ? data : one));
  plan.milestones = plan.milestones.map((one) => (one.id === milestone.id ? { ...one, strategies: replaced } : one));
  plan.segments = segmentsOfMilestones(plan.milestones);
  const after = serializePlan(plan);
  if (isDeepStrictEqual(after, preData)) return data;
  shapePlan(context, plan);
  context.publish(releasePlanUpdated, { ...environmentEventKeys(target), data: after, preData });
  return data;
}

function findStrategyOf({ plan }: LockedPlan, id: string): { milestone: PlanMilestone; strategy: Content } {
  for (const milestone of plan.milestones)
    for (const strategy of milestone.strategies) if (strategy.id === id) return { milestone, strategy };
  throw new Failure('NotFoundError', `The release plan ${plan.name} has no strategy ${id}.`);
}

async function updateStored(
  context: Context,
  key: StrategyKey,
  { id: milestoneId }: PlanMilestone,
  input: UpdateStrategy,
): Promise<Content> {
  const { milestoneId: _own, ...stored } = only(await updateStrategies(context, key, [{ ...key, input, milestoneId }]));
  return stored;
}

async function normalised(
  context: Context,
  { projectId, featureName }: StrategyKey,
  stored: Content,
  input: UpdateStrategy,
): Promise<Content> {
  const complete = { ...stored, constraints: [], variants: [], ...input };
  const { key: _key, ...content } = await normaliseStrategy(context, projectId, {
    input: complete,
    pointer: { path: '' },
    keys: { featureName },
    stored: [stored],
  });
  return { ...stored, ...content };
}
