import { Failure, featureDependenciesRemoved } from '@signalbox/contracts';
import { type Context, type EntityManager } from '@signalbox/kit';
import { eventKeys, type Feature } from '../feature/feature.ts';
import { featureDependencyTable } from '../../tables/feature-parts.ts';

/**
 * The single parent of a feature. The child is on only where the parent is on (with one of `variants`, if any), or where it is
 * off if `enabled` is false. Both are active features of one project, and a parent has no parent.
 */
export class FeatureDependency extends featureDependencyTable.entity.class {}
featureDependencyTable.entity.setClass(FeatureDependency);

/** The dependency on the wire and in evaluation. */
export const serializeDependency = ({ parent, enabled, variants }: Pick<FeatureDependency, 'parent' | 'enabled' | 'variants'>) => ({
  feature: parent,
  enabled,
  variants: [...variants],
});

/** Throws 403 if a feature outside the list depends on one of these, which must be locked. */
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

/** Removes the parents of locked features, and emits that for each feature that had one. */
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
