import { isDeepStrictEqual } from 'node:util';
import { LockMode } from '@mikro-orm/core';
import { Failure, featureDependencyAdded } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { eventKeys, Feature, type FeatureKey, findActiveFeature, isArchived, type NamedFeature } from '../feature/feature.ts';
import { featureParams } from '../feature/feature.schema.ts';
import { FeatureDependency, serializeDependency } from './feature-dependency.ts';

export const AddDependency = Type.Object({
  feature: Type.String({ minLength: 1 }),
  enabled: Type.Optional(Type.Boolean()),
  variants: Type.Optional(Type.Array(Type.String())),
});
type AddDependency = Static<typeof AddDependency>;

export const addDependencyRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/features/:featureName/dependencies',
    summary: 'Set the parent that a feature depends on, replacing any other',
    permission: 'UPDATE_FEATURE_DEPENDENCY',
    scope: 'project of the path',
    protectedBy: 'project',
    params: featureParams,
    body: AddDependency,
    answers: { 200: empty },
    failures: ['InvalidOperationError', 'NotFoundError', 'PreconditionFailedError'],
    events: [featureDependencyAdded],
  },
  ({ params, body }, context) => addDependency(context, params, body),
);

/** Makes a feature depend on another active one of its project. Throws 403 if the parent has a parent, or the child has children. */
export async function addDependency(context: Context, key: FeatureKey, input: AddDependency): Promise<void> {
  await lockByName(context, [key.featureName, input.feature]);
  await addDependencies(context, [{ ...input, child: await findActiveFeature(context, key) }]);
}

/** A dependency to add. The child must be active and its row locked. */
export interface DependencyInput extends AddDependency {
  readonly child: Feature;
}

/** Like `addDependency`, for several. Each takes the previous ones into account. */
export async function addDependencies(context: Context, inputs: readonly DependencyInput[]): Promise<void> {
  const children = inputs.map(({ child }) => child.name);
  const names = [...children, ...inputs.map(({ feature }) => feature)];
  const features = await lockByName(context, names);
  const around = await context.em.find(FeatureDependency, { $or: [{ child: { $in: names } }, { parent: { $in: children } }] });
  for (const { child, feature: parent, enabled = true, variants = [] } of inputs) {
    refuseAsParent(child, features.get(parent), parent);
    refuseChains(child, parent, around);
    const known = around.find((dependency) => dependency.child === child.name) ?? null;
    const created = depend(context, child, known, { parent, enabled, variants: enabled ? variants : [] });
    if (created) around.push(created);
  }
}

/** Locks all features in one order, so that none is archived, moved or used in another dependency concurrently. */
async function lockByName(context: Context, names: readonly string[]): Promise<Map<string, Feature>> {
  const locked = await context.em.find(
    Feature,
    { name: { $in: [...new Set(names)] } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { name: 'asc' } },
  );
  return new Map(locked.map((feature) => [feature.name, feature]));
}

/** Copies the dependency of one feature to another that has none. */
export async function copyDependency(context: Context, from: NamedFeature, to: NamedFeature): Promise<void> {
  const dependency = await context.em.findOne(FeatureDependency, { child: from.name });
  if (!dependency) return;
  const { parent, enabled, variants } = dependency;
  depend(context, to, null, { parent, enabled, variants });
}

type Content = Pick<FeatureDependency, 'parent' | 'enabled' | 'variants'>;

/** Returns the dependency if it is new. */
function depend(context: Context, child: NamedFeature, known: FeatureDependency | null, content: Content): FeatureDependency | null {
  const data = serializeDependency(content);
  if (known && isDeepStrictEqual(serializeDependency(known), data)) return null;
  context.publish(featureDependencyAdded, { ...eventKeys(child), data, preData: known && serializeDependency(known) });
  if (!known) return context.em.create(FeatureDependency, { child: child.name, ...content });
  Object.assign(known, content);
  return null;
}

function refuseAsParent(child: Feature, parent: Feature | undefined, name: string): void {
  if (name === child.name) throw new Failure('InvalidOperationError', `The feature ${name} cannot depend on itself.`);
  if (!parent || parent.project !== child.project)
    throw new Failure('InvalidOperationError', `There is no feature ${name} in project ${child.project} to depend on.`);
  if (isArchived(parent))
    throw new Failure('InvalidOperationError', `The feature ${name} is archived, so other features cannot depend on it.`);
}

function refuseChains(child: Feature, parent: string, around: readonly FeatureDependency[]): void {
  const own = around.find((known) => known.parent === child.name);
  if (own) {
    throw new Failure(
      'InvalidOperationError',
      `The feature ${own.child} depends on ${child.name}, so ${child.name} cannot depend on another feature.`,
    );
  }
  const theirs = around.find((known) => known.child === parent);
  if (!theirs) return;
  throw new Failure('InvalidOperationError', `The feature ${parent} depends on ${theirs.parent}, so other features cannot depend on it.`);
}
