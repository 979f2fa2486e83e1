import { Failure, systemFor } from '@signalbox/contracts';
import { type Context, job, type OpenContext } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';
import { keyOfPlan, lockPlan, ReleasePlan } from '../plan/plan.ts';
import { enterMilestone } from '../plan/enter-milestone.ts';
import { oneByOne } from '../plan/one-by-one.ts';
import { decideOn } from './read-facts.ts';

const plansAtOnce = 200;
const retryMs = 300_000;

export const advanceReleasesJob = job({
  name: 'advance-releases',
  everyMs: 5000,
  oneAtATime: true,
  restsInMaintenance: true,
  run: (context) => advanceReleases(context),
});

/** Advances each release that is due, in a unit of work of its own, whose author is the plan. A step that is refused is tried again later. */
async function advanceReleases(context: OpenContext): Promise<void> {
  const due = await tablesOf(context.em)
    .selectFrom('release_plan')
    .where('due_at', '<=', context.now().getTime())
    .orderBy('due_at')
    .limit(plansAtOnce)
    .select(['id', 'name'])
    .execute();
  await oneByOne(due, async ({ id, name }) => {
    const write: OpenContext['write'] = (work) => context.write(work, systemFor(`release plan ${name}`), id);
    await write((unit) => advance(unit, id)).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.status >= 500) throw error;
      return write((unit) => postpone(unit, id, error));
    });
  });
}

/** Makes one step, all of it or nothing. Decides under the lock of the feature, so that two processes never step twice. */
async function advance(context: Context, id: string): Promise<void> {
  const key = await keyOfPlan(context, id);
  if (!key) return;
  const locked = await lockPlan(context, key);
  const { plan } = locked;
  const now = context.now();
  if (!plan.dueAt || plan.dueAt > now) return;
  const decision = await decideOn(context, locked);
  plan.problem = null;
  if (decision.target) {
    const executedAt = now.toISOString();
    plan.milestones = plan.milestones.map((one) => (decision.left.includes(one.id) ? { ...one, progressionExecutedAt: executedAt } : one));
    await enterMilestone(context, locked, decision.target, { automatic: true });
  } else plan.dueAt = decision.dueAt === null ? null : new Date(decision.dueAt);
}

async function postpone({ em, now }: Context, id: string, { message }: Failure): Promise<void> {
  await em.nativeUpdate(ReleasePlan, { id }, { problem: message, dueAt: new Date(now().getTime() + retryMs) });
}
