import {
  Failure,
  featureCreated,
  featureDependencyAdded,
  featureLinkAdded,
  FeatureMetadata,
  featureStrategyAdd,
  releasePlanAdded,
  safeguardChanged,
  UrlFriendlyName,
} from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { copyDependency } from '../feature/dependency/add-dependency.ts';
import { ProtectedEnvironment } from '../project/protection/protected-environment.ts';
import { appendStrategies, type StrategyAddition } from '../feature/strategy/create-strategy.ts';
import { serializeStrategies, strategiesOf } from '../feature/strategy/strategy.ts';
import { addPlan } from '../release/plan/add-plan.ts';
import { contentOfPlan } from '../release/plan/plan-content.ts';
import { ReleasePlan } from '../release/plan/plan.ts';
import { EnvironmentSafeguards } from '../release/safeguard/environment-safeguards.ts';
import { copySafeguards } from '../release/safeguard/replace-safeguards.ts';
import { clonedFeature } from '../tables/feature.ts';
import { lockProjects } from './lock-order.ts';
import { createFeature } from '../feature/edit/create-feature.ts';
import { eventKeys, type FeatureKey, findActiveFeature, type NamedFeature } from '../feature/feature/feature.ts';
import { FeatureEnvironment } from '../feature/feature/feature-environment.ts';
import { type DescribedFeature, featureParams, serializeMetadata } from '../feature/feature/feature.schema.ts';

const CloneFeature = Type.Object({ name: UrlFriendlyName, replaceGroupId: Type.Optional(Type.Boolean()) });

export const cloneFeatureRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/features/:featureName/clone',
    summary: 'Clone a feature with its strategies, variants, release plans and safeguards, disabled in every environment',
    permission: 'CREATE_FEATURE',
    scope: 'project of the path',
    params: featureParams,
    body: CloneFeature,
    answers: { 201: FeatureMetadata },
    failures: [
      'BadDataError',
      'ForbiddenError',
      'NameExistsError',
      'PatternError',
      'InvalidOperationError',
      'NotFoundError',
      'PreconditionFailedError',
    ],
    events: [featureCreated, featureLinkAdded, featureStrategyAdd, releasePlanAdded, safeguardChanged, featureDependencyAdded],
  },
  async ({ params, body }, context) => serializeMetadata(await cloneFeature(context, params, body)),
);

/**
 * Creates a feature like another one. Its strategies roll out independently of the source unless the request keeps the group.
 * Switches, tags, links and favorites are not copied; it gets the links that the project adds to each new feature. Its release plans have
 * not started.
 */
async function cloneFeature(context: Context, key: FeatureKey, input: Static<typeof CloneFeature>): Promise<DescribedFeature> {
  await lockProjects(context, [key.projectId]);
  await refuseWhereProtected(context, key.projectId);
  const source = await findActiveFeature(context, key);
  const clone = await createFeature(context, source.project, { name: input.name, ...clonedFeature.pick(source) });
  await copySettings(context, source, clone, input.replaceGroupId ?? true);
  await copyReleases(context, source, clone, input.replaceGroupId ?? true);
  await copyDependency(context, source, clone);
  return clone;
}

async function copySettings(context: Context, source: NamedFeature, clone: NamedFeature, replaceGroupId: boolean): Promise<void> {
  const settings = await context.em.find(FeatureEnvironment, { featureName: { $in: [source.name, clone.name] } });
  const strategies = (await strategiesOf(context.em, source.name)).filter(({ milestoneId }) => !milestoneId);
  const serialized = new Map((await serializeStrategies(context.em, strategies)).map((strategy) => [strategy.id, strategy]));
  const additions: StrategyAddition[] = [];
  for (const own of settings.filter(({ featureName }) => featureName === clone.name)) {
    const theirs = settings.find(({ featureName, environment }) => featureName === source.name && environment === own.environment);
    own.variants = theirs?.variants ?? [];
    for (const { id, environment } of strategies) {
      const strategy = serialized.get(id);
      if (!strategy || environment !== own.environment) continue;
      const { sortOrder, id: _id, ...content } = strategy;
      const parameters = regrouped(content.parameters, replaceGroupId ? clone.name : null);
      const normalised = { ...content, disabled: content.disabled ?? false, parameters };
      additions.push({ keys: { ...eventKeys(clone), environment }, content: normalised, sortOrder });
    }
  }
  await appendStrategies(context, additions);
}

async function copyReleases(context: Context, source: NamedFeature, clone: NamedFeature, replaceGroupId: boolean): Promise<void> {
  const { em } = context;
  await em.flush();
  const own = [{ featureName: source.name }, { orderBy: { environment: 'asc' } }] as const;
  const keyOf = (environment: string) => ({ projectId: clone.project, featureName: clone.name, environment });
  for (const plan of await em.find(ReleasePlan, ...own)) {
    const milestones = contentOfPlan(plan).milestones.map((milestone) => ({
      ...milestone,
      strategies: milestone.strategies.map(({ parameters, ...strategy }) => ({
        ...strategy,
        parameters: regrouped(parameters, replaceGroupId ? clone.name : null),
      })),
    }));
    await addPlan(context, keyOf(plan.environment), { ...contentOfPlan(plan), milestones, activeMilestoneId: null, paused: false });
  }
  for (const { environment, safeguards } of await em.find(EnvironmentSafeguards, ...own))
    await copySafeguards(context, keyOf(environment), safeguards);
}

const regrouped = (parameters: Record<string, string>, group: string | null) =>
  group !== null && 'groupId' in parameters ? { ...parameters, groupId: group } : { ...parameters };

/** No permission overrides this: a clone would add strategies to the environment that no change request has covered. */
async function refuseWhereProtected(context: Context, project: string): Promise<void> {
  const found = await context.em.findOne(ProtectedEnvironment, { project }, { orderBy: { environment: 'asc' } });
  if (!found) return;
  throw new Failure(
    'ForbiddenError',
    `Features of project ${project} cannot be cloned while its environment ${found.environment} requires change requests.`,
  );
}
