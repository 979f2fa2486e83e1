import { isDeepStrictEqual } from 'node:util';
import { type Change, changesProposed, type FeatureVariant, maxChanges, principalKey, type Safeguard } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { Projection } from '@signalbox/table';
import { featureEnvironmentTable } from '../../tables/feature-parts.ts';
import { eachChunk } from '../../base/database/in-chunks.ts';
import { tablesOf } from '../../tables/tables.ts';
import { normaliseStrategies } from '../../feature/strategy/normalise-strategy.ts';
import { Strategy } from '../../feature/strategy/strategy.ts';
import { normaliseVariants } from '../../feature/variant/normalise-variants.ts';
import { normaliseSafeguard } from '../../release/template/normalise-safeguard.ts';
import { ReleasePlan } from '../../release/plan/plan.ts';
import { EnvironmentSafeguards } from '../../release/safeguard/environment-safeguards.ts';
import { type NewSafeguard, replacementOf } from '../../release/safeguard/replace-safeguards.ts';
import { normaliseMilestones } from '../../release/template/normalise-milestones.ts';
import { under } from '../../base/input/bad-value.ts';
import { maxProposedBytes } from '../../project/protection/max-proposed-bytes.ts';
import { readProtection } from '../../project/protection/protected-environment.ts';
import { maySkip } from '../../project/protection/refuse-protected.ts';
import { type Destination, type FeatureImport, type PreparedImport, type Reading } from './prepare-import.ts';

/** The changes that an import proposes. If there is a problem, `changes` is empty. */
export interface Proposal {
  readonly changes: readonly Change[];
  readonly problem: string | null;
}

const tooMany = (count: number): Proposal => ({
  changes: [],
  problem: `requires ${count} changes; a change request can have at most ${maxChanges}`,
});

/**
 * The changes that the import must propose in a protected environment; null if the caller may write directly. Dependencies
 * affect all environments, so with them skipping change requests in this environment is not enough.
 */
export async function proposalOf(
  context: Reading,
  { project, environment }: Destination,
  prepared: PreparedImport,
): Promise<Proposal | null> {
  const { features } = prepared;
  if (!prepared.usesEnvironment || !(await readProtection(context.em, project, environment))) return null;
  if (maySkip(context, features.some(hasParents) ? { project } : { project, environment })) return null;
  const settings = await settingsOf(context, environment, features);
  const count = features.reduce((sum, item) => sum + countOf(item, settings.get(item.name) ?? fresh), 0);
  if (count > maxChanges) return tooMany(count);
  const strategies = await strategiesOf(context, environment, features);
  const releases = await releasesOf(context, environment, features);
  const changes = features.flatMap((item) => {
    const existing = { strategies: strategies.get(item.name) ?? [], ...releases(item.name) };
    return changesOf(item, settings.get(item.name) ?? fresh, existing);
  });
  if (changes.length > maxChanges) return tooMany(changes.length);
  const bytes = Buffer.byteLength(JSON.stringify(changes));
  return bytes > maxProposedBytes
    ? { changes: [], problem: `requires changes of ${bytes} bytes; a change request can have at most ${maxProposedBytes}` }
    : { changes, problem: null };
}

/** Validates and emits the proposed changes. The objects that they refer to must exist by now. */
export async function proposeChanges(
  context: Context,
  { project, environment }: Destination,
  features: readonly FeatureImport[],
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  await normaliseStrategies(
    context,
    project,
    features.flatMap(({ name, strategies }) => strategies.map((strategy) => ({ ...strategy, keys: { featureName: name } }))),
  );
  for (const { name: featureName, plan, safeguards } of features) {
    if (plan) await normaliseMilestones(context, { project, featureName }, plan.input.milestones, under(plan.pointer, 'milestones'));
    for (const { input, pointer } of safeguards ?? []) normaliseSafeguard(context, input, pointer);
  }
  for (const { environment: own } of features) if (own?.variants) normaliseVariants(own.variants, own.pointer);
  context.publish(changesProposed, { project, environment, data: { author: principalKey(context.actor), changes: [...changes] } });
}

const hasParents = ({ parents }: FeatureImport): boolean => parents.length > 0;

interface Settings {
  readonly enabled: boolean;
  readonly variants: readonly FeatureVariant[];
  readonly strategies: number;
}

const fresh: Settings = { enabled: false, variants: [], strategies: 0 };

const existingNames = (features: readonly FeatureImport[]) => features.filter(({ exists }) => exists).map(({ name }) => name);

async function settingsOf({ em }: Reading, environment: string, features: readonly FeatureImport[]): Promise<Map<string, Settings>> {
  const found = new Map<string, Settings>();
  await eachChunk(existingNames(features), async (names) => {
    const query = tablesOf(em).selectFrom('feature_environment').where('environment', '=', environment).where('feature_name', 'in', names);
    for (const { featureName, strategyCount: strategies, ...own } of await ownSettings.read(query))
      found.set(featureName, { ...own, strategies });
  });
  return found;
}

const ownSettings = new Projection(featureEnvironmentTable, ['featureName', 'enabled', 'variants', 'strategyCount']);

async function strategiesOf({ em }: Reading, environment: string, features: readonly FeatureImport[]): Promise<Map<string, Strategy[]>> {
  const found: Strategy[] = [];
  await eachChunk(existingNames(features), async (names) => {
    const order = { featureName: 'asc', sortOrder: 'asc', id: 'asc' } as const;
    found.push(...(await em.find(Strategy, { featureName: { $in: names }, environment, milestoneId: null }, { orderBy: order })));
  });
  return Map.groupBy(found, ({ featureName }) => featureName);
}

const givesVariants = ({ environment }: FeatureImport, { variants }: Settings): boolean =>
  environment !== null && environment.variants !== null && !isDeepStrictEqual(environment.variants, variants);

const switches = ({ environment }: FeatureImport, { enabled }: Settings): boolean =>
  environment !== null && environment.enabled !== enabled;

const countOf = (item: FeatureImport, settings: Settings): number =>
  settings.strategies +
  item.strategies.length +
  item.parents.length +
  Number(givesVariants(item, settings)) +
  Number(switches(item, settings));

/** Existing parts of a feature that an import replaces. */
interface Existing {
  readonly strategies: readonly Strategy[];
  readonly planId: string | null;
  readonly safeguards: readonly Safeguard[];
}

async function releasesOf({ em }: Reading, environment: string, features: readonly FeatureImport[]) {
  const plans = new Map<string, string>();
  const guards = new Map<string, readonly Safeguard[]>();
  await eachChunk(existingNames(features), async (names) => {
    const where = { featureName: { $in: names }, environment };
    for (const { featureName, id } of await em.find(ReleasePlan, where)) plans.set(featureName, id);
    for (const { featureName, safeguards } of await em.find(EnvironmentSafeguards, where)) guards.set(featureName, safeguards);
  });
  return (name: string) => ({ planId: plans.get(name) ?? null, safeguards: guards.get(name) ?? [] });
}

/** The changes of one feature, in the order of an import. The deletion of its plan may switch the feature off, so it is switched on again. */
function changesOf(item: FeatureImport, settings: Settings, existing: Existing): Change[] {
  const { name: feature, strategies, plan, environment, parents } = item;
  const { planId } = existing;
  const isSwitched = switches(item, settings) || (planId !== null && environment?.enabled);
  return [
    ...(planId === null ? [] : [{ action: 'deleteReleasePlan' as const, feature, payload: { planId } }]),
    ...existing.strategies.map(({ id, name, title, disabled }) => ({
      action: 'deleteStrategy' as const,
      feature,
      payload: { id, name, title, disabled },
    })),
    ...strategies.map(({ input }) => ({ action: 'addStrategy' as const, feature, payload: input })),
    ...(plan ? [{ action: 'addReleasePlan' as const, feature, payload: plan.input }] : []),
    ...(item.safeguards ? guardChanges(feature, existing.safeguards, item.safeguards) : []),
    ...(givesVariants(item, settings) ? [{ action: 'patchVariant' as const, feature, payload: { variants: environment?.variants } }] : []),
    ...(isSwitched ? [{ action: 'updateEnabled' as const, feature, payload: { enabled: environment?.enabled } }] : []),
    ...parents.map((parent) => ({ action: 'addDependency' as const, feature, payload: parent })),
  ];
}

/** The changes of the safeguards of a feature. */
export function guardChanges(feature: string, existing: readonly Safeguard[], desired: readonly NewSafeguard[]): Change[] {
  const { removed, added } = replacementOf(existing, desired);
  return [
    ...removed.map(({ id: safeguardId }) => ({ action: 'deleteFeatureEnvSafeguard' as const, feature, payload: { safeguardId } })),
    ...added.map(({ input }) => ({ action: 'changeFeatureEnvSafeguard' as const, feature, payload: input })),
  ];
}
