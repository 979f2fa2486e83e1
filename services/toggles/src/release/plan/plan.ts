import { Failure, type PlanMilestone, type ReleasePlanShape } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import {
  type FeatureEnvironmentKey,
  type FeatureInEnvironment,
  findFeatureInEnvironment,
} from '../../feature/feature/feature-in-environment.ts';
import { tablesOf } from '../../tables/tables.ts';
import { type fullPlan, releasePlanTable } from '../../tables/release.ts';

/** The release of a feature in one environment, in milestones. */
export class ReleasePlan extends releasePlanTable.entity.class {}
releasePlanTable.entity.setClass(ReleasePlan);

export interface PlanKey extends FeatureEnvironmentKey {
  readonly planId: string;
}

/** A release plan, and the feature whose lock guards it. */
export interface LockedPlan {
  readonly target: FeatureInEnvironment;
  readonly plan: ReleasePlan;
}

/** The plan of a feature in an environment. Each has at most one. */
export const planOf = (
  em: EntityManager,
  { featureName, environment }: Omit<FeatureEnvironmentKey, 'projectId'>,
): Promise<ReleasePlan | null> => em.findOne(ReleasePlan, { featureName, environment });

/** Locks the feature, and so its plan. Throws 404 if the feature has no plan, or another one than `planId`. */
export async function lockPlan(context: Context, key: FeatureEnvironmentKey & { readonly planId?: string }): Promise<LockedPlan> {
  const target = await findFeatureInEnvironment(context, key);
  const plan = await planOf(context.em, key);
  if (plan && (key.planId ?? plan.id) === plan.id) return { target, plan };
  throw new Failure(
    'NotFoundError',
    `The feature ${key.featureName} has no release plan ${key.planId ?? ''} in ${key.environment}.`.replace('  ', ' '),
  );
}

/** The key of a plan, for the clock. Read without entities, because the plan itself is read under the lock of its feature. */
export function keyOfPlan({ em }: Context, id: string) {
  return tablesOf(em)
    .selectFrom('release_plan')
    .innerJoin('feature', 'feature.name', 'release_plan.feature_name')
    .where('id', '=', id)
    .select(['project_id as projectId', 'feature_name as featureName', 'environment', 'id as planId'])
    .executeTakeFirst();
}

/** Throws 404 if the plan has no such milestone. */
export function findMilestone({ milestones, name }: Pick<ReleasePlan, 'milestones' | 'name'>, id: string): PlanMilestone {
  const milestone = milestones.find((one) => one.id === id);
  if (!milestone) throw new Failure('NotFoundError', `The release plan ${name} has no milestone ${id}.`);
  return milestone;
}

type ReadPlan = Parameters<typeof fullPlan.pick>[0];

export function serializePlan(plan: ReadPlan): ReleasePlanShape {
  const {
    id,
    name,
    description,
    featureName,
    environment,
    templateId,
    activeMilestoneId,
    milestones,
    safeguards,
    createdByUserId,
    createdAt,
  } = plan;
  return {
    id,
    discriminator: 'plan',
    name,
    description: description ?? null,
    featureName,
    environment,
    releasePlanTemplateId: templateId ?? null,
    activeMilestoneId: activeMilestoneId ?? null,
    milestones,
    safeguards: safeguards ?? [],
    createdByUserId: createdByUserId ?? null,
    createdAt: createdAt.toISOString(),
  };
}
