import { DateTime, Gate, nullable, ReleasePlanShape } from '@signalbox/contracts';
import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { instantOrNull } from '../../tables/tables.ts';
import { readFeatureInEnvironment } from '../../feature/feature/feature-in-environment.ts';
import { featureEnvironmentParams } from '../../feature/feature/feature.schema.ts';
import { planOf, serializePlan } from '../plan/plan.ts';
import { decideOn, inEffectSince } from '../progression/read-facts.ts';
import { SafeguardStates, statesOf } from './safeguard-states.ts';

const PlanInProgress = Type.Object({
  ...ReleasePlanShape.properties,
  /** The reason why the last automatic step failed; it is tried again. */
  problem: nullable(Type.String()),
  /** The freeze that the next step waits for although all gates hold. */
  frozen: nullable(Type.Object({ name: Type.String(), until: DateTime })),
  /** The gates of the active milestone. The next one starts once all hold. */
  gates: Type.Array(
    Type.Object({
      type: Gate.properties.type,
      holds: Type.Boolean(),
      /** Null if the gate holds. */
      reason: nullable(Type.String()),
      /** The time since which it holds, if known. */
      since: nullable(DateTime),
      /** The earliest time at which it may hold, if known. */
      next: nullable(DateTime),
    }),
  ),
  safeguardStates: SafeguardStates,
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
    const target = await readFeatureInEnvironment(context.em, params);
    const plan = await planOf(context.em, params);
    if (!plan) return [];
    const { gates, frozen } = await decideOn(context, { target, plan });
    const states = gates.map(({ type, holds, reason, since, next }) => ({
      type,
      holds,
      reason,
      since: instantOrNull(since),
      next: holds || next === Infinity ? null : new Date(next).toISOString(),
    }));
    const serialized = serializePlan(plan);
    const watched = { ...serialized, inEffectSince: inEffectSince(plan, target.settings) };
    const safeguardStates = plan.activeMilestoneId ? await statesOf(context, watched) : [];
    return [{ ...serialized, problem: plan.problem ?? null, frozen, gates: states, safeguardStates }];
  },
);
