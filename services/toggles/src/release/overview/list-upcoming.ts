import { DateTime, freezeAt } from '@signalbox/contracts';
import { type ReadContext, route } from '@signalbox/kit';
import { isAnyOf } from '@signalbox/table';
import { type Static, Type } from 'typebox';
import { ProtectedEnvironment, protectionOf } from '../../project/protection/protected-environment.ts';
import { fullPlan } from '../../tables/release.ts';
import { tablesOf } from '../../tables/tables.ts';
import { isScheduled, targetOf } from '../progression/decide-step.ts';

const InRelease = { project: Type.String(), featureName: Type.String(), environment: Type.String() };

const Upcoming = Type.Object({
  /** The milestones that only time separates from their start, soonest first. */
  milestones: Type.Array(Type.Object({ ...InRelease, milestone: Type.String(), startsAt: DateTime })),
  /** Releases that a safeguard has stopped, with its reason. */
  stopped: Type.Array(Type.Object({ ...InRelease, reason: Type.String() })),
});

export const listUpcomingRoute = route(
  {
    method: 'get',
    path: '/api/admin/release-plans/upcoming',
    summary: 'List the milestones that start by time and the releases that a safeguard stopped, in all projects visible to the caller',
    permission: 'authenticated',
    answers: { 200: Upcoming },
    failures: [],
  },
  (_input, context) => listUpcoming(context),
);

/**
 * Leaves out archived features, those that are off, which wait, steps that are due, which start within seconds, and steps that wait for the
 * end of a freeze.
 */
async function listUpcoming({ em, access, actor, now }: Pick<ReadContext, 'em' | 'access' | 'actor' | 'now'>) {
  const running = tablesOf(em)
    .selectFrom('release_plan')
    .innerJoin('feature', 'feature.name', 'release_plan.feature_name')
    .innerJoin('feature_environment', (join) =>
      join
        .onRef('feature_environment.feature_name', '=', 'release_plan.feature_name')
        .onRef('feature_environment.environment', '=', 'release_plan.environment'),
    )
    .where((feature) => isAnyOf(feature.ref('feature.project_id'), access.visibleTo(actor)))
    .where('feature.archived_at', 'is', null)
    .where('active_milestone_id', 'is not', null)
    .orderBy('release_plan.id')
    .select(['feature.project_id as project', 'enabled']);
  const plans = await fullPlan.read(running);
  const milestones = plans.flatMap(({ project, featureName, environment, enabled, dueAt, ...plan }) => {
    const active = plan.milestones.find(({ id }) => id === plan.activeMilestoneId);
    const target = active && targetOf(plan.milestones, active);
    if (!target || !dueAt || dueAt <= now() || !Number(enabled) || !isScheduled(active)) return [];
    return { project, featureName, environment, milestone: target.name, startsAt: dueAt.toISOString() };
  });
  const stopped = plans.flatMap(({ project, featureName, environment, safeguards }) => {
    const { reason } = (safeguards ?? []).find(({ triggeredAt }) => triggeredAt) ?? {};
    return reason ? { project, featureName, environment, reason } : [];
  });
  const unfrozen = await withoutFrozen(em, milestones);
  return { milestones: unfrozen.toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt)), stopped };
}

type Start = Static<typeof Upcoming>['milestones'][number];

async function withoutFrozen(em: ReadContext['em'], starts: readonly Start[]): Promise<readonly Start[]> {
  if (starts.length === 0) return starts;
  const rows = await em.find(ProtectedEnvironment, { project: { $in: [...new Set(starts.map(({ project }) => project))] } });
  return starts.filter(({ project, environment, startsAt }) => {
    const row = rows.find((one) => one.project === project && one.environment === environment);
    return !row || freezeAt(protectionOf(row), new Date(startsAt)) === null;
  });
}
