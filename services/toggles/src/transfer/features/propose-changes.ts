import { isDeepStrictEqual } from 'node:util';
import { type Change, changesProposed, type FeatureVariant, principalKey } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { eachChunk } from '../../base/database/in-chunks.ts';
import { tablesOf } from '../../tables/tables.ts';
import { normaliseStrategies } from '../../feature/strategy/normalise-strategy.ts';
import { Strategy } from '../../feature/strategy/strategy.ts';
import { normaliseVariants } from '../../feature/variant/normalise-variants.ts';
import { readProtection } from '../../project/protection/protected-environment.ts';
import { maySkip } from '../../project/protection/refuse-protected.ts';
import { type Destination, type FeatureImport, namesAtOnce, type PreparedImport, type Reading } from './prepare-import.ts';

/** Limits of one change request. */
const maxChanges = 500;
const maxBytes = 900_000;

/** The changes that an import proposes. If there is a problem, `changes` is empty. */
export interface Proposal {
  readonly changes: readonly Change[];
  readonly problem: string | null;
}

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
  if (count > maxChanges) return { changes: [], problem: `requires ${count} changes; a change request can have at most ${maxChanges}` };
  const strategies = await strategiesOf(context, environment, features);
  const changes = features.flatMap((item) => changesOf(item, settings.get(item.name) ?? fresh, strategies.get(item.name) ?? []));
  const bytes = Buffer.byteLength(JSON.stringify(changes));
  return bytes > maxBytes
    ? { changes: [], problem: `requires changes of ${bytes} bytes; a change request can have at most ${maxBytes}` }
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
  await eachChunk(existingNames(features), namesAtOnce, async (names) => {
    const rows = await tablesOf(em)
      .selectFrom('feature_environment')
      .where('environment', '=', environment)
      .where('feature_name', 'in', names)
      .select(['feature_name', 'enabled', 'variants', 'strategy_count'])
      .execute();
    for (const { feature_name: name, enabled, variants, strategy_count: strategies } of rows)
      found.set(name, { enabled: Boolean(enabled), variants: JSON.parse(variants) as FeatureVariant[], strategies });
  });
  return found;
}

async function strategiesOf({ em }: Reading, environment: string, features: readonly FeatureImport[]): Promise<Map<string, Strategy[]>> {
  const found: Strategy[] = [];
  await eachChunk(existingNames(features), namesAtOnce, async (names) => {
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

/** The changes of one feature, in the order of an import. */
function changesOf(item: FeatureImport, settings: Settings, existing: readonly Strategy[]): Change[] {
  const { name: feature, strategies, environment, parents } = item;
  return [
    ...existing.map(({ id, name, title, disabled }) => ({
      action: 'deleteStrategy' as const,
      feature,
      payload: { id, name, title, disabled },
    })),
    ...strategies.map(({ input }) => ({ action: 'addStrategy' as const, feature, payload: input })),
    ...(givesVariants(item, settings) ? [{ action: 'patchVariant' as const, feature, payload: { variants: environment?.variants } }] : []),
    ...(switches(item, settings) ? [{ action: 'updateEnabled' as const, feature, payload: { enabled: environment?.enabled } }] : []),
    ...parents.map((parent) => ({ action: 'addDependency' as const, feature, payload: parent })),
  ];
}
