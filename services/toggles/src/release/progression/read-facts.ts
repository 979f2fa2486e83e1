import { freezeAt } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import type { FeatureEnvironment } from '../../feature/feature/feature-environment.ts';
import { environmentEventKeys } from '../../feature/feature/feature-in-environment.ts';
import { readProtection } from '../../project/protection/protected-environment.ts';
import { tablesOf } from '../../tables/tables.ts';
import type { LockedPlan, ReleasePlan } from '../plan/plan.ts';
import { decideStep, type StepDecision } from './decide-step.ts';
import { type GateFacts, gatesOf } from './evaluate-gate.ts';
import { weighApprovals } from './weigh-approvals.ts';

/** Decides on the next step of a stored plan. */
export async function decideOn(context: Pick<Context, 'access' | 'em' | 'now'>, { target, plan }: LockedPlan): Promise<StepDecision> {
  const { em, now } = context;
  const where = environmentEventKeys(target);
  const { enabled, switchedAt } = target.settings;
  const { milestones, activeMilestoneId = null } = plan;
  const active = milestones.find(({ id }) => id === activeMilestoneId);
  const types = new Set(active?.transitionCondition ? gatesOf(active.transitionCondition).map(({ type }) => type) : []);
  const since = inEffectSince(plan, { switchedAt: switchedAt ?? null });
  const startedAt = Date.parse(active?.startedAt ?? '') || 0;
  const protection = await readProtection(em, where.project, where.environment);
  const { standing, lapsed } = await weighApprovals(context, { where, protection, plan }, active?.approvals ?? []);
  const facts: GateFacts = {
    now: now().getTime(),
    inEffectSince: since,
    evaluations: types.has('exposure') ? await countEvaluations(em, plan, startedAt) : 0,
    approvals: standing,
    lapsed,
    changedAt: types.has('quiet') ? await lastChangeOf(em, plan.featureName) : null,
  };
  const frozen = protection && freezeAt(protection, now());
  return decideStep({ milestones, activeMilestoneId, enabled, isGuarded: (plan.safeguards ?? []).length > 0, frozen }, facts);
}

/** The time since which the active milestone has been in effect without a pause, with the feature on. */
export function inEffectSince(
  { milestones, activeMilestoneId }: Pick<ReleasePlan, 'milestones' | 'activeMilestoneId'>,
  { switchedAt }: Pick<FeatureEnvironment, 'switchedAt'>,
): number {
  const { startedAt, resumedAt } = milestones.find(({ id }) => id === activeMilestoneId) ?? {};
  return Math.max(Date.parse(startedAt ?? '') || 0, Date.parse(resumedAt ?? '') || 0, switchedAt?.getTime() ?? 0);
}

type OfFeature = Pick<ReleasePlan, 'featureName' | 'environment'>;

/** Usage is counted by hour, and later by day, so hours and days that began before the milestone do not count. */
async function countEvaluations(em: EntityManager, { featureName, environment }: OfFeature, since: number): Promise<number> {
  const db = tablesOf(em);
  const hours = db.selectFrom('usage_hour').where('hour', '>=', since);
  const days = db.selectFrom('usage_day').where('day', '>=', since);
  const here = { feature_name: featureName, environment };
  const usage = hours
    .where((row) => row.and(here))
    .select('yes')
    .unionAll(days.where((row) => row.and(here)).select('yes'));
  const { yes } = await db
    .selectFrom(usage.as('usage'))
    .select(({ fn }) => fn.sum<number | null>('yes').as('yes'))
    .executeTakeFirstOrThrow();
  return Number(yes ?? 0);
}

async function lastChangeOf(em: EntityManager, featureName: string): Promise<number | null> {
  const { last } = await tablesOf(em)
    .selectFrom('feature_collaborator')
    .where('feature_name', '=', featureName)
    .select(({ fn }) => fn.max<number | null>('changed_at').as('last'))
    .executeTakeFirstOrThrow();
  return last === null ? null : Number(last);
}
