import { DateTime, Gate, nullable, ReleasePlanShape } from '@signalbox/contracts';
import { type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { dateOrNull } from '../../tables/tables.ts';
import { readFeatureInEnvironment } from '../../feature/feature/feature-in-environment.ts';
import { featureEnvironmentParams } from '../../feature/feature/feature.schema.ts';
import type { FeatureEnvironment } from '../../feature/feature/feature-environment.ts';
import { planOf, type ReleasePlan, serializePlan } from '../plan/plan.ts';
import { judgeSafeguard } from '../safeguard/judge-safeguard.ts';
import { measuredReader } from '../safeguard/read-measured.ts';
import { decideOn, inEffectSince } from '../progression/read-facts.ts';

const PlanInProgress = Type.Object({
  ...ReleasePlanShape.properties,
  /** The reason why the last automatic step failed; it is tried again. */
  problem: nullable(Type.String()),
  /** The gates of the active milestone. The release goes on once all hold. */
  gates: Type.Array(
    Type.Object({
      type: Gate.properties.type,
      holds: Type.Boolean(),
      /** Null if the gate holds. */
      reason: nullable(Type.String()),
      /** The time since which it holds, if known. */
      since: nullable(DateTime),
    }),
  ),
  /** Current state of each safeguard. */
  safeguardStates: Type.Array(
    Type.Object({
      id: Type.String(),
      /** `undecided`: there are values, but not enough to compare. */
      state: Type.Enum(['fine', 'beyond', 'undecided', 'no data']),
      /** The value, or with `before` and `relative` the ratio. */
      value: nullable(Type.Number()),
      reason: Type.String(),
    }),
  ),
});

export const listPlansRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans',
    summary: 'List the release plans of a feature in one environment, at most one, with the state of its gates',
    permission: 'authenticated',
    params: featureEnvironmentParams,
    answers: { 200: Type.Array(PlanInProgress) },
    failures: ['NotFoundError'],
  },
  async ({ params }, context) => {
    const { settings } = await readFeatureInEnvironment(context.em, params);
    const plan = await planOf(context.em, params);
    if (!plan) return [];
    const { gates } = await decideOn(context, plan, settings);
    const states = gates.map(({ type, holds, reason, since }) => ({
      type,
      holds,
      reason,
      since: dateOrNull(since)?.toISOString() ?? null,
    }));
    const safeguardStates = plan.activeMilestoneId ? await statesOfSafeguards(context, plan, settings) : [];
    return [{ ...serializePlan(plan), problem: plan.problem ?? null, gates: states, safeguardStates }];
  },
);

async function statesOfSafeguards({ em, now }: ReadContext, plan: ReleasePlan, settings: FeatureEnvironment) {
  const read = measuredReader(em, now().getTime());
  const watched = { ...serializePlan(plan), inEffectSince: inEffectSince(plan, settings) };
  return Promise.all(
    watched.safeguards.map(async (safeguard) => ({ id: safeguard.id, ...judgeSafeguard(safeguard, await read(safeguard, watched)) })),
  );
}
