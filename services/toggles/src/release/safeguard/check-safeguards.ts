import { isDeepStrictEqual } from 'node:util';
import { type Safeguard, safeguardTriggered } from '@signalbox/contracts';
import { type Context, type EntityManager, job, minuteMs, type OpenContext } from '@signalbox/kit';
import { environmentEventKeys } from '../../feature/feature/feature-in-environment.ts';
import { switchFeature } from '../../feature/feature/switch-feature.ts';
import { recordAllowed } from '../../project/protection/refuse-protected.ts';
import { fullPlan } from '../../tables/release.ts';
import { dateOrNull, tablesOf } from '../../tables/tables.ts';
import { enterMilestone } from '../plan/enter-milestone.ts';
import { keyOfPlan, lockPlan, type LockedPlan, type ReleasePlan } from '../plan/plan.ts';
import { pausePlan } from '../progression/pause-progressions.ts';
import { inEffectSince } from '../progression/read-facts.ts';
import { decideSafeguard, type SafeguardDecision, type Trigger } from './decide-safeguard.ts';
import { measuredReader } from './read-measured.ts';

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
  const read = measuredReader(em, now);
  for (const { switchedAt, ...row } of await readGuarded(em)) {
    const plan = fullPlan.decode(row);
    const watched = { ...plan, inEffectSince: inEffectSince(plan, { switchedAt: dateOrNull(switchedAt) }) };
    const decisions = await Promise.all(
      watching(plan).map(async (safeguard) => changesOf(safeguard, decideSafeguard(safeguard, await read(safeguard, watched)))),
    );
    // Another correlation than that of the plan's own steps: a review lists only the changes of the safeguard.
    if (decisions.some(Boolean)) await context.write((unit) => checkPlan(unit, plan.id), context.actor, context.id());
  }
}

/** Returns true if the decision has an effect on the plan. */
const changesOf = ({ beyondAt = [] }: Safeguard, decision: SafeguardDecision): boolean =>
  decision.trigger !== null || !isDeepStrictEqual(beyondAt, decision.beyondAt);

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

const watching = ({ safeguards }: { readonly safeguards?: readonly Safeguard[] | null | undefined }): readonly Safeguard[] =>
  (safeguards ?? []).filter(({ triggeredAt }) => !triggeredAt);

async function checkPlan(context: Context, id: string): Promise<void> {
  const key = await keyOfPlan(context, id);
  if (!key) return;
  const locked = await lockPlan(context, key);
  const { plan, target } = locked;
  const read = measuredReader(context.em, context.now().getTime());
  for (const safeguard of watching(plan)) {
    const watched = { ...key, inEffectSince: inEffectSince(plan, target.settings) };
    const { trigger, beyondAt } = decideSafeguard(safeguard, await read(safeguard, watched));
    const counted = safeguard.debounce ? { ...safeguard, beyondAt: [...beyondAt] } : safeguard;
    replaceSafeguard(plan, counted);
    if (trigger) await act(context, locked, counted, trigger);
  }
}

function replaceSafeguard(plan: ReleasePlan, safeguard: Safeguard): void {
  plan.safeguards = (plan.safeguards ?? []).map((one) => (one.id === safeguard.id ? safeguard : one));
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
  replaceSafeguard(plan, triggered);
}

/** Starts the milestone before the active one. The first milestone only pauses. */
async function stepBack(context: Context, locked: LockedPlan): Promise<void> {
  const { milestones, activeMilestoneId } = locked.plan;
  const index = milestones.findIndex(({ id }) => id === activeMilestoneId);
  const previous = milestones[index - 1];
  if (previous) await enterMilestone(context, locked, previous, { automatic: true });
}
