import type { Safeguard } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import type { FeatureEnvironment } from '../../feature/feature/feature-environment.ts';
import {
  type FeatureEnvironmentKey,
  type FeatureInEnvironment,
  findFeatureInEnvironment,
} from '../../feature/feature/feature-in-environment.ts';
import { environmentSafeguardsTable } from '../../tables/release.ts';
import type { Guarded } from './edit-safeguards.ts';

/** The safeguards of a feature in one environment, in the order in which they were added. */
export class EnvironmentSafeguards extends environmentSafeguardsTable.entity.class {}
environmentSafeguardsTable.entity.setClass(EnvironmentSafeguards);

type OfFeature = Omit<FeatureEnvironmentKey, 'projectId'>;

/** Without a row there are none. */
export async function safeguardsOf(em: EntityManager, { featureName, environment }: OfFeature): Promise<readonly Safeguard[]> {
  return (await em.findOne(EnvironmentSafeguards, { featureName, environment }))?.safeguards ?? [];
}

/** The time at which a feature that is on was switched on. 0 if that is not known. */
export const switchedOnAt = ({ switchedAt }: Pick<FeatureEnvironment, 'switchedAt'>): number => switchedAt?.getTime() ?? 0;

/** Locks the feature, and so its safeguards. Throws 404 if it is archived or has no such environment. */
export async function lockSafeguards(context: Context, key: FeatureEnvironmentKey): Promise<Guarded> {
  const target = await findFeatureInEnvironment(context, key);
  return { target, safeguards: await safeguardsOf(context.em, key) };
}

/** Replaces the safeguards of a locked feature. */
export async function storeSafeguards(
  { em }: Context,
  { feature, settings }: FeatureInEnvironment,
  safeguards: Safeguard[],
): Promise<void> {
  const key = { featureName: feature.name, environment: settings.environment };
  const row = await em.findOne(EnvironmentSafeguards, key);
  if (row && safeguards.length === 0) em.remove(row);
  else if (row) row.safeguards = safeguards;
  else if (safeguards.length > 0) em.create(EnvironmentSafeguards, { ...key, safeguards });
}
