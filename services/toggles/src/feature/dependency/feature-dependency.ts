import { Failure, featureDependenciesRemoved } from '@signalbox/contracts';
import { type Context, type EntityManager } from '@signalbox/kit';
import { eventKeys, type Feature } from '../feature/feature.ts';
import { featureDependencyTable } from '../../tables/feature-parts.ts';

/**
 * A feature's one parent: the child is on only where the parent is on (with one of `variants`, if there are any), or
 * off where `enabled` is false. Both are active features of one project, and no parent is a child itself.
 */
export class FeatureDependency extends featureDependencyTable.entity.class {}
featureDependencyTable.entity.setClass(FeatureDependency);

/** The dependency as the wire and evaluation know it. */
export const serializeDependency = ({ parent, enabled, variants }: Pick<FeatureDependency, 'parent' | 'enabled' | 'variants'>) => ({
  feature: parent,
  enabled,
  variants: [...variants],
});

/** 403 when a feature that stays behind depends on one of these, which must be locked. */
export async function refuseParents(em: EntityManager, features: readonly Feature[]): Promise<void> {
  const names = features.map(({ name }) => name);
  const [first] = await em.find(
    FeatureDependency,
    { parent: { $in: names }, child: { $nin: names } },
    { orderBy: { child: 'asc' }, limit: 1 },
  );
  if (!first) return;
  throw new Failure(
    'InvalidOperationError',
    `The feature ${first.child} depends on ${first.parent}. Remove the dependency first, or include ${first.child} in the request.`,
  );
}

/** Frees features, which must be locked, from their parents; says so of those that had one. */
export async function removeDependencies(context: Context, features: readonly Feature[]): Promise<void> {
  const found = await context.em.find(FeatureDependency, { child: { $in: features.map(({ name }) => name) } });
  const dependencies = new Map(found.map((dependency) => [dependency.child, dependency]));
  for (const feature of features) {
    const dependency = dependencies.get(feature.name);
    if (!dependency) continue;
    context.em.remove(dependency);
    context.publish(featureDependenciesRemoved, { ...eventKeys(feature), preData: serializeDependency(dependency) });
  }
}
