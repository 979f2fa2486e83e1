import { type ImpactMetricChoice, type Safeguard, safeguardTriggered } from '@signalbox/contracts';
import { type Context, type EntityManager, job, minuteMs, type OpenContext } from '@signalbox/kit';
import { environmentEventKeys } from '../../feature/feature/feature-in-environment.ts';
import { switchFeature } from '../../feature/feature/switch-feature.ts';
import { recordAllowed } from '../../project/protection/refuse-protected.ts';
import { fullPlan } from '../../tables/release.ts';
import { dateOrNull, tablesOf } from '../../tables/tables.ts';
import { enterMilestone } from '../plan/enter-milestone.ts';
import { keyOfPlan, lockPlan, type LockedPlan } from '../plan/plan.ts';
import { pausePlan } from '../progression/pause-progressions.ts';
import { inEffectSince } from '../progression/read-facts.ts';
import { decideSafeguard, type Trigger } from './decide-safeguard.ts';
import { readMetric } from './read-metric.ts';

export const checkSafeguardsJob = job({
  name: 'check-safeguards',
  everyMs: minuteMs,
  oneAtATime: true,
  restsInMaintenance: true,
  run: (context) => checkSafeguards(context),
});

/**
 * Checks the safeguards of all releases that are in progress. Only a plan with a safeguard to act on gets a unit of work, which decides
 * again.
 */
export async function checkSafeguards(context: OpenContext): Promise<void> {
  const { em } = context;
  const now = context.now().getTime();
  const read = metricReader(em, now);
  for (const { switchedAt, ...row } of await readGuarded(em)) {
    const plan = fullPlan.decode(row);
    const since = inEffectSince(plan, { switchedAt: dateOrNull(switchedAt) });
    const triggers = await Promise.all(
      watching(plan).map(async (safeguard) => {
        const value = await read(plan.environment, safeguard.impactMetric);
        return decideSafeguard(safeguard, { now, inEffectSince: since, value });
      }),
    );
    // Another correlation than that of the plan's own steps: a review lists only the changes of the safeguard.
    if (triggers.some(Boolean)) await context.write((unit) => checkPlan(unit, plan.id), context.actor, context.id());
  }
}

/** The plans in progress with safeguards, of features that are on. */
const readGuarded = (em: EntityManager) =>
  tablesOf(em)
    .selectFrom('release_plan')
    .innerJoin('feature_environment', (join) =>
      join
        .onRef('feature_environment.feature_name', '=', 'release_plan.feature_name')
        .onRef('feature_environment.environment', '=', 'release_plan.environment'),
    )
    .innerJoin('feature', 'feature.name', 'release_plan.feature_name')
    .where('safeguards', '<>', '[]')
    .where('active_milestone_id', 'is not', null)
    .where('enabled', '=', 1)
    .where('feature.archived_at', 'is', null)
    .orderBy('release_plan.id')
    .select(fullPlan.selection)
    .select('switched_at as switchedAt')
    .execute();

/** Reads each metric once, because many releases may watch the same. */
function metricReader(em: EntityManager, now: number) {
  const known = new Map<string, Promise<number | null>>();
  return (environment: string, metric: ImpactMetricChoice): Promise<number | null> => {
    const key = JSON.stringify([environment, metric]);
    const value = known.get(key) ?? readMetric(em, environment, metric, now);
    known.set(key, value);
    return value;
  };
}

const watching = ({ safeguards }: { readonly safeguards?: readonly Safeguard[] | null | undefined }): readonly Safeguard[] =>
  (safeguards ?? []).filter(({ triggeredAt }) => !triggeredAt);

async function checkPlan(context: Context, id: string): Promise<void> {
  const key = await keyOfPlan(context, id);
  if (!key) return;
  const locked = await lockPlan(context, key);
  for (const safeguard of watching(locked.plan)) {
    const trigger = await triggerOf(context, locked, safeguard);
    if (trigger) await act(context, locked, safeguard, trigger);
  }
}

async function triggerOf({ em, now }: Context, { plan, target }: LockedPlan, safeguard: Safeguard): Promise<Trigger | null> {
  const at = now().getTime();
  const value = await readMetric(em, plan.environment, safeguard.impactMetric, at);
  return decideSafeguard(safeguard, { now: at, inEffectSince: inEffectSince(plan, target.settings), value });
}

/** Acts at once, also in a protected environment, where somebody reviews it afterwards. */
async function act(context: Context, locked: LockedPlan, safeguard: Safeguard, { action, reason }: Trigger): Promise<void> {
  const { plan, target } = locked;
  const keys = environmentEventKeys(target);
  const triggered = { ...safeguard, triggeredAt: context.now().toISOString(), reason };
  context.publish(safeguardTriggered, { ...keys, data: { releasePlanId: plan.id, safeguard: triggered } });
  if (action === 'step-back' || action === 'disableFeatureEnvironment') await recordAllowed(context, keys, reason);
  if (action === 'step-back') await stepBack(context, locked);
  if (action === 'disableFeatureEnvironment') switchFeature(context, target, false);
  if (action !== 'notify') pausePlan(context, locked, reason);
  plan.safeguards = (plan.safeguards ?? []).map((one) => (one.id === safeguard.id ? triggered : one));
}

/** Starts the milestone before the active one. The first milestone only pauses. */
async function stepBack(context: Context, locked: LockedPlan): Promise<void> {
  const { milestones, activeMilestoneId } = locked.plan;
  const index = milestones.findIndex(({ id }) => id === activeMilestoneId);
  const previous = milestones[index - 1];
  if (previous) await enterMilestone(context, locked, previous, { automatic: true });
}
