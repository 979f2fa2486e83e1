import type { Protection, Safeguard } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import { FeatureDependency } from '../feature/dependency/feature-dependency.ts';
import { FeatureEnvironment } from '../feature/feature/feature-environment.ts';
import { Segment } from '../feature/segment/segment.ts';
import { ReleasePlan } from '../release/plan/plan.ts';
import { EnvironmentSafeguards } from '../release/safeguard/environment-safeguards.ts';
import { readProtection } from '../project/protection/protected-environment.ts';
import { readStrategies, type ReadStrategy } from '../feature/strategy/strategy.ts';

/** The current state of everything that a changeset affects, read at once. */
export interface CurrentState {
  /** In the environment of the changeset. */
  readonly settings: (feature: string) => FeatureEnvironment | undefined;
  /** In the environment of the changeset, in their order of evaluation. */
  readonly strategies: (feature: string) => readonly ReadStrategy[];
  /** The names of the environments in which the feature is enabled. */
  readonly enabledIn: (feature: string) => readonly string[];
  readonly dependency: (feature: string) => FeatureDependency | undefined;
  /** In the environment of the changeset. */
  readonly plan: (feature: string) => ReleasePlan | undefined;
  /** In the environment of the changeset, outside of release plans. */
  readonly safeguards: (feature: string) => readonly Safeguard[];
  /** Of the environment of the changeset. */
  readonly protection: Protection | null;
  /** Undefined also for a segment that the caller cannot see. */
  readonly segment: (id: number) => Segment | undefined;
}

/** Executes at most seven statements. */
export async function readCurrentState(
  context: Context,
  { project, environment }: { readonly project: string; readonly environment: string },
  { features, segments }: { readonly features: readonly string[]; readonly segments: readonly number[] },
): Promise<CurrentState> {
  const { em, access, actor } = context;
  const settings = await readSettings(em, features);
  const strategies = Map.groupBy(await readStrategies(em, features, environment), ({ featureName }) => featureName);
  const dependencies = await readDependencies(em, features);
  const plans = await readPlans(em, features, environment);
  const safeguards = await readSafeguards(em, features, environment);
  const found = segments.length === 0 ? [] : await em.find(Segment, { id: { $in: [...segments] } });
  const visible = found.filter(({ project }) => !project || access.sees(actor, project));
  const byId = new Map(visible.map((segment) => [segment.id, segment]));
  return {
    settings: (feature) => settings.get(feature)?.find((one) => one.environment === environment),
    strategies: (feature) => strategies.get(feature) ?? [],
    enabledIn: (feature) => (settings.get(feature) ?? []).flatMap((one) => (one.enabled ? [one.environment] : [])),
    dependency: (feature) => dependencies.get(feature),
    plan: (feature) => plans.get(feature),
    safeguards: (feature) => safeguards.get(feature) ?? [],
    protection: await readProtection(em, project, environment),
    segment: (id) => byId.get(id),
  };
}

async function readSettings(em: EntityManager, features: readonly string[]): Promise<ReadonlyMap<string, FeatureEnvironment[]>> {
  if (features.length === 0) return new Map();
  const rows = await em.find(FeatureEnvironment, { featureName: { $in: [...features] } }, { orderBy: { environment: 'asc' } });
  return Map.groupBy(rows, ({ featureName }) => featureName);
}

async function readPlans(em: EntityManager, features: readonly string[], environment: string): Promise<ReadonlyMap<string, ReleasePlan>> {
  if (features.length === 0) return new Map();
  const rows = await em.find(ReleasePlan, { featureName: { $in: [...features] }, environment });
  return new Map(rows.map((plan) => [plan.featureName, plan]));
}

async function readSafeguards(
  em: EntityManager,
  features: readonly string[],
  environment: string,
): Promise<ReadonlyMap<string, readonly Safeguard[]>> {
  if (features.length === 0) return new Map();
  const rows = await em.find(EnvironmentSafeguards, { featureName: { $in: [...features] }, environment });
  return new Map(rows.map(({ featureName, safeguards }) => [featureName, safeguards]));
}

async function readDependencies(em: EntityManager, features: readonly string[]): Promise<ReadonlyMap<string, FeatureDependency>> {
  if (features.length === 0) return new Map();
  const rows = await em.find(FeatureDependency, { child: { $in: [...features] } });
  return new Map(rows.map((dependency) => [dependency.child, dependency]));
}
