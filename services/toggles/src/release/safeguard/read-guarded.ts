import type { Safeguard } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { Projection } from '@signalbox/table';
import { fullPlan, storedGuards } from '../../tables/release.ts';
import { featureEnvironmentTable } from '../../tables/feature-parts.ts';
import { tablesOf } from '../../tables/tables.ts';
import { inEffectSince } from '../progression/read-facts.ts';
import { switchedOnAt } from './environment-safeguards.ts';
import type { Watched } from './read-measured.ts';

const switched = new Projection(featureEnvironmentTable, ['switchedAt']);

/** The releases in progress of features that are on, with their safeguards that are not triggered. */
export async function readGuardedPlans(
  em: EntityManager,
): Promise<(Watched & { readonly id: string; readonly safeguards: Safeguard[] })[]> {
  const watched = tablesOf(em)
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
    .select(switched.selection);
  return (await fullPlan.read(watched)).map(({ id, featureName, environment, safeguards, ...plan }) => ({
    id,
    featureName,
    environment,
    safeguards: (safeguards ?? []).filter(({ triggeredAt }) => !triggeredAt),
    inEffectSince: inEffectSince(plan, switched.decode(plan)),
  }));
}

/** The features that are on, with their safeguards. A safeguard that was triggered is watching again. */
export async function readGuardedFeatures(
  em: EntityManager,
): Promise<(Watched & { readonly projectId: string; readonly safeguards: Safeguard[] })[]> {
  const watched = tablesOf(em)
    .selectFrom('environment_safeguards')
    .innerJoin('feature_environment', (join) =>
      join
        .onRef('feature_environment.feature_name', '=', 'environment_safeguards.feature_name')
        .onRef('feature_environment.environment', '=', 'environment_safeguards.environment'),
    )
    .innerJoin('feature', 'feature.name', 'environment_safeguards.feature_name')
    .where('enabled', '=', 1)
    .where('feature.archived_at', 'is', null)
    .orderBy('environment_safeguards.feature_name')
    .orderBy('environment_safeguards.environment')
    .select(switched.selection)
    .select('feature.project_id as projectId');
  return (await storedGuards.read(watched)).map(({ switchedAt, ...guarded }) => ({
    ...guarded,
    inEffectSince: switchedOnAt(switched.decode({ switchedAt })),
  }));
}
