import type { Safeguard } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { compositeKey, Projection } from '@signalbox/table';
import { contentOfSafeguard } from '../../release/template/normalise-safeguard.ts';
import { contentOfPlan, type PlanContentShape } from '../../release/plan/plan-content.ts';
import { releasePlanTable, storedGuards } from '../../tables/release.ts';
import { tablesOf } from '../../tables/tables.ts';
import { milestoneReference } from './milestone-reference.ts';
import type { ReleasePlanSpec, SettingsSpec } from './settings.schema.ts';

/** A release plan that a document contains without ids. */
export interface StoredPlan {
  readonly id: string;
  readonly milestones: readonly { readonly id: string }[];
  readonly safeguards: readonly Safeguard[];
}

/** The release plan and the safeguards of a feature in an environment. */
export interface StoredRelease {
  readonly releasePlan: StoredPlan | null;
  readonly safeguards: readonly Safeguard[];
  readonly spec: Pick<SettingsSpec, 'releasePlan' | 'safeguards'>;
}

const ofPlan = new Projection(releasePlanTable, [
  'id',
  'featureName',
  'environment',
  'name',
  'description',
  'milestones',
  'segments',
  'activeMilestoneId',
  'safeguards',
]);

/** The release plans and safeguards, by feature and environment. Executes at most three statements. */
export async function readReleases(
  em: EntityManager,
  names: readonly string[],
  environments: readonly string[],
): Promise<ReadonlyMap<string, StoredRelease>> {
  const db = tablesOf(em);
  const plans = await ofPlan.read(
    db
      .selectFrom('release_plan')
      .where('feature_name', 'in', names)
      .where('environment', 'in', [...environments]),
  );
  const guards = await storedGuards.read(
    db
      .selectFrom('environment_safeguards')
      .where('feature_name', 'in', names)
      .where('environment', 'in', [...environments]),
  );
  const segments = await readSegmentNamesOf(em, new Set(plans.flatMap((plan) => plan.segments)));
  const releases = new Map<string, StoredRelease>();
  for (const { featureName, environment, safeguards } of guards) {
    const spec = { safeguards: safeguards.map(contentOfSafeguard) };
    releases.set(compositeKey(featureName, environment), { releasePlan: null, safeguards, spec: spec as StoredRelease['spec'] });
  }
  for (const plan of plans) {
    const key = compositeKey(plan.featureName, plan.environment);
    const own = releases.get(key) ?? { safeguards: [], spec: {} };
    const { id, milestones, safeguards } = plan;
    const spec = { ...own.spec, releasePlan: planSpec(contentOfPlan(plan), segments) };
    releases.set(key, { ...own, releasePlan: { id, milestones, safeguards: safeguards ?? [] }, spec });
  }
  return releases;
}

/** The names of segments by id. */
export async function readSegmentNamesOf(em: EntityManager, ids: ReadonlySet<number>): Promise<ReadonlyMap<number, string>> {
  if (ids.size === 0) return new Map();
  const rows = await tablesOf(em)
    .selectFrom('segment')
    .where('id', 'in', [...ids])
    .select(['id', 'name'])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A strategy that refers to segments by name. */
export const namedSegments = <S extends { readonly segments?: readonly number[] }>(strategy: S, names: ReadonlyMap<number, string>) => ({
  ...strategy,
  segments: (strategy.segments ?? []).flatMap((id) => names.get(id) ?? []),
});

/** The plan as a document describes it. */
function planSpec({ milestones, activeMilestoneId, ...plan }: PlanContentShape, segments: ReadonlyMap<number, string>): ReleasePlanSpec {
  const reference = (milestoneId: string | null) => {
    const index = milestones.findIndex(({ id }) => id === milestoneId);
    return index < 0 ? undefined : milestoneReference(milestones, index);
  };
  const activeMilestone = reference(activeMilestoneId);
  return {
    ...plan,
    milestones: milestones.map(({ name, strategies, transitionCondition = null, targetMilestone }) => ({
      name,
      strategies: strategies.toSorted((one, other) => one.sortOrder - other.sortOrder).map((strategy) => namedSegments(strategy, segments)),
      transitionCondition,
      targetMilestone: reference(targetMilestone),
    })),
    ...(activeMilestone !== undefined && { activeMilestone }),
  } as ReleasePlanSpec;
}
