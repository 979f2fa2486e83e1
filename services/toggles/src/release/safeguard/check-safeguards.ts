import { isDeepStrictEqual } from 'node:util';
import { type Safeguard, safeguardTriggered, systemFor } from '@signalbox/contracts';
import { type Context, job, minuteMs, type OpenContext } from '@signalbox/kit';
import { environmentEventKeys, type FeatureInEnvironment } from '../../feature/feature/feature-in-environment.ts';
import { switchFeature } from '../../feature/feature/switch-feature.ts';
import { recordAllowed } from '../../project/protection/refuse-protected.ts';
import { enterMilestone } from '../plan/enter-milestone.ts';
import { oneByOne } from '../plan/one-by-one.ts';
import { pausePlan } from '../plan/pause-plan.ts';
import { keyOfPlan, lockPlan, type LockedPlan, type ReleasePlan } from '../plan/plan.ts';
import { inEffectSince } from '../progression/read-facts.ts';
import { decideSafeguard, type SafeguardDecision, type Trigger } from './decide-safeguard.ts';
import { describeSafeguard } from './edit-safeguards.ts';
import { lockSafeguards, storeSafeguards, switchedOnAt } from './environment-safeguards.ts';
import { readGuardedFeatures, readGuardedPlans } from './read-guarded.ts';
import { type MeasuredReader, measuredReader, type Watched } from './read-measured.ts';

export const checkSafeguardsJob = job({
  name: 'check-safeguards',
  everyMs: minuteMs,
  oneAtATime: true,
  restsInMaintenance: true,
  run: (context) => checkSafeguards(context),
});

/**
 * Checks the safeguards of all releases in progress and of all features that are on. Only an owner with a safeguard to act on gets a
 * unit of work, which decides again. The safeguard is the author of its changes.
 */
async function checkSafeguards(context: OpenContext): Promise<void> {
  const { em } = context;
  const read = readerOf(context);
  const plans = (await readGuardedPlans(em)).map(({ id, ...guarded }) => ({ ...guarded, check: (unit: Context) => checkPlan(unit, id) }));
  const features = (await readGuardedFeatures(em)).map((guarded) => ({
    ...guarded,
    check: (unit: Context) => checkFeature(unit, guarded),
  }));
  await oneByOne([...plans, ...features], async ({ safeguards, check, ...watched }) => {
    const decide = async (safeguard: Safeguard) => ({ safeguard, ...decideSafeguard(safeguard, await read(safeguard, watched)) });
    const changed = (await Promise.all(safeguards.map(decide))).filter(hasEffect);
    const { impactMetric } = changed.find(({ trigger }) => trigger !== null)?.safeguard ?? {};
    const actor = impactMetric ? systemFor(`safeguard ${impactMetric.metricName}`) : context.actor;
    // Another correlation than that of a plan's own steps: a review lists only the changes of the safeguard.
    if (changed.length > 0) await context.write(check, actor, context.id());
  });
}

/** Reads each metric once for all safeguards. */
const readerOf = ({ em, now }: Pick<Context, 'em' | 'now'>): MeasuredReader => measuredReader(em, now().getTime());

const hasEffect = ({ safeguard: { beyondAt: before = [] }, trigger, beyondAt }: SafeguardDecision & Pick<Checked, 'safeguard'>): boolean =>
  trigger !== null || !isDeepStrictEqual(before, beyondAt);

interface Checked {
  /** With the minutes that `debounce` counts. */
  readonly safeguard: Safeguard;
  readonly trigger: Trigger | null;
}

async function checkOne(read: MeasuredReader, safeguard: Safeguard, watched: Watched): Promise<Checked> {
  const { trigger, beyondAt } = decideSafeguard(safeguard, await read(safeguard, watched));
  return { safeguard: safeguard.debounce ? { ...safeguard, beyondAt: [...beyondAt] } : safeguard, trigger };
}

async function checkPlan(context: Context, id: string): Promise<void> {
  const key = await keyOfPlan(context, id);
  if (!key) return;
  const locked = await lockPlan(context, key);
  const { plan, target } = locked;
  if (!plan.activeMilestoneId) return;
  const read = readerOf(context);
  for (const own of (plan.safeguards ?? []).filter(({ triggeredAt }) => !triggeredAt)) {
    if (!target.settings.enabled) return;
    const { safeguard, trigger } = await checkOne(read, own, { ...key, inEffectSince: inEffectSince(plan, target.settings) });
    plan.safeguards = replaced(plan.safeguards, safeguard);
    if (trigger) await actOnPlan(context, locked, safeguard, trigger);
  }
}

/** The first safeguard that is triggered switches the feature off, so the others have nothing left to do. */
async function checkFeature(context: Context, key: Parameters<typeof lockSafeguards>[1]): Promise<void> {
  const { target, safeguards } = await lockSafeguards(context, key);
  const read = readerOf(context);
  let after = [...safeguards];
  for (const own of safeguards) {
    if (!target.settings.enabled) break;
    const { safeguard, trigger } = await checkOne(read, own, { ...key, inEffectSince: switchedOnAt(target.settings) });
    after = replaced(after, trigger ? await act(context, target, { safeguard }, trigger) : safeguard);
  }
  await storeSafeguards(context, target, after);
}

const replaced = (safeguards: ReleasePlan['safeguards'], safeguard: Safeguard): Safeguard[] =>
  (safeguards ?? []).map((one) => (one.id === safeguard.id ? safeguard : one));

/** Acts at once, also in a protected environment, where somebody reviews it afterwards. Returns the triggered safeguard. */
async function act(
  context: Context,
  target: FeatureInEnvironment,
  { safeguard, ...owner }: { readonly safeguard: Safeguard; readonly releasePlanId?: string },
  { action, reason }: Trigger,
): Promise<Safeguard> {
  const keys = environmentEventKeys(target);
  const triggered = { ...safeguard, triggeredAt: context.now().toISOString(), reason };
  context.publish(safeguardTriggered, { ...keys, data: describeSafeguard(owner, triggered) });
  if (action === 'step-back' || action === 'disableFeatureEnvironment') await recordAllowed(context, keys, reason);
  if (action === 'disableFeatureEnvironment') switchFeature(context, target, false);
  return triggered;
}

async function actOnPlan(context: Context, locked: LockedPlan, safeguard: Safeguard, trigger: Trigger): Promise<void> {
  const { plan, target } = locked;
  const triggered = await act(context, target, { safeguard, releasePlanId: plan.id }, trigger);
  if (trigger.action === 'step-back') await stepBack(context, locked);
  if (trigger.action !== 'notify') pausePlan(context, locked, trigger.reason);
  plan.safeguards = replaced(plan.safeguards, triggered);
}

/** Starts the milestone before the active one. The first milestone only pauses. */
async function stepBack(context: Context, locked: LockedPlan): Promise<void> {
  const { milestones, activeMilestoneId } = locked.plan;
  const index = milestones.findIndex(({ id }) => id === activeMilestoneId);
  const previous = milestones[index - 1];
  if (previous) await enterMilestone(context, locked, previous, { automatic: true });
}
