import { Failure, featureProjectChange } from '@signalbox/contracts';
import { ReleasePlan } from '../release/plan/plan.ts';
import { type Context, empty, type EntityManager, requirePermission, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { FeatureDependency } from '../feature/dependency/feature-dependency.ts';
import { findProject, type Project, projectEnvironmentNames, refuseBeyondLimit } from '../project/project/project.ts';
import { ProtectedEnvironment } from '../project/protection/protected-environment.ts';
import { lockSegments } from '../feature/segment/segment.ts';
import { segmentsOf, strategiesOf } from '../feature/strategy/strategy.ts';
import { lockProjects } from './lock-order.ts';
import { eventKeys, type Feature, type FeatureKey, findFeatureAnywhere, isArchived } from '../feature/feature/feature.ts';
import { FeatureEnvironment } from '../feature/feature/feature-environment.ts';
import { featureParams } from '../feature/feature/feature.schema.ts';

const permission = 'MOVE_FEATURE_TOGGLE';

export const moveFeatureRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/features/:featureName/changeProject',
    summary: 'Move a feature to another project',
    permission,
    scope: 'project of the path',
    protectedBy: 'project',
    params: featureParams,
    body: Type.Object({ newProjectId: Type.String({ minLength: 1 }) }),
    answers: { 200: empty },
    failures: [
      'NotFoundError',
      'NoAccessError',
      'InvalidOperationError',
      'IncompatibleProjectError',
      'ForbiddenError',
      'PreconditionFailedError',
    ],
    events: [featureProjectChange],
  },
  ({ params, body }, context) => moveFeature(context, params, body.newProjectId),
);

/** Moves an active feature with its settings and strategies. The order of refusals is part of the API (reference, toggle side §5.8). */
async function moveFeature(context: Context, key: FeatureKey, newProjectId: string): Promise<void> {
  await lockProjects(context, [key.projectId, newProjectId]);
  const feature = await findForMove(context, key);
  const target = await findTarget(context, newProjectId);
  const oldProject = feature.project;
  if (target.id === oldProject) return;
  await refuseOtherEnvironments(context.em, feature, target);
  await refuseProtectedTarget(context.em, target);
  await refuseDependent(context.em, feature);
  await refuseOwnSegments(context.em, feature);
  await refuseBeyondLimit(context, target);
  feature.project = target.id;
  context.publish(featureProjectChange, { ...eventKeys(feature), data: { oldProject, newProject: target.id } });
}

async function findForMove(context: Context, { projectId, featureName }: FeatureKey): Promise<Feature> {
  const feature = await findFeatureAnywhere(context, featureName, permission);
  if (feature.project !== projectId)
    throw new Failure('InvalidOperationError', `The feature ${featureName} is in project ${feature.project}, not in ${projectId}.`);
  if (isArchived(feature)) throw new Failure('NotFoundError', `The feature ${featureName} is archived.`);
  return feature;
}

async function findTarget(context: Context, id: string): Promise<Project> {
  if (!context.access.sees(context.actor, id)) throw new Failure('NotFoundError', `There is no project ${id}.`);
  const target = await findProject(context, id);
  requirePermission(context, permission, { project: id });
  return target;
}

async function refuseOtherEnvironments(em: EntityManager, feature: Feature, target: Project): Promise<void> {
  const own = new Set((await em.find(FeatureEnvironment, { featureName: feature.name })).map(({ environment }) => environment));
  const theirs = new Set(await projectEnvironmentNames(em, target.id));
  const different = [...own.symmetricDifference(theirs)].sort();
  if (different.length === 0) return;
  const message = `The feature ${feature.name} and the project ${target.id} have different environments: ${different.join(', ')}.`;
  throw new Failure('IncompatibleProjectError', message, { details: [{ message, description: message, validationErrors: [] }] });
}

/** No permission overrides this: the feature would bring strategies that no change request has covered. */
async function refuseProtectedTarget(em: EntityManager, target: Project): Promise<void> {
  const found = await em.findOne(ProtectedEnvironment, { project: target.id }, { orderBy: { environment: 'asc' } });
  if (!found) return;
  throw new Failure(
    'ForbiddenError',
    `Features cannot be moved to project ${target.id} while its environment ${found.environment} requires change requests.`,
  );
}

async function refuseDependent(em: EntityManager, { name }: Feature): Promise<void> {
  const found = await em.findOne(FeatureDependency, { $or: [{ child: name }, { parent: name }] }, { orderBy: { child: 'asc' } });
  if (!found) return;
  throw new Failure(
    'ForbiddenError',
    `The feature ${found.child} depends on ${found.parent}. Remove the dependency before moving ${name}.`,
  );
}

async function refuseOwnSegments(em: EntityManager, feature: Feature): Promise<void> {
  const used = await segmentsOf(em, await strategiesOf(em, feature.name));
  const plans = await em.find(ReleasePlan, { featureName: feature.name });
  const segments = await lockSegments(em, new Set([...used.values(), ...plans.map((plan) => plan.segments)].flat()));
  const segment = [...segments.values()].find(({ project }) => project === feature.project);
  if (!segment) return;
  throw new Failure(
    'ForbiddenError',
    `Strategies of ${feature.name} use the segment ${segment.name}, which is available only in project ${feature.project}.`,
  );
}
