import { Failure, type PlanMilestone, releasePlanAdded, ReleasePlanShape } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { badValue } from '../../base/input/bad-value.ts';
import { ulidOf } from '../../base/database/ulid-of.ts';
import {
  environmentEventKeys,
  type FeatureEnvironmentKey,
  findFeatureInEnvironment,
} from '../../feature/feature/feature-in-environment.ts';
import { featureEnvironmentParams } from '../../feature/feature/feature.schema.ts';
import { normaliseMilestones, segmentsOfMilestones } from '../template/normalise-milestones.ts';
import { findTemplate, type ReleaseTemplate } from '../template/template.ts';
import type { WriteMilestone } from '../template/template.schema.ts';
import { refuseArchivedTemplate } from '../template/update-template.ts';
import { normaliseSafeguard } from './normalise-safeguard.ts';
import { notStarted } from './enter-milestone.ts';
import { planOf, ReleasePlan, serializePlan } from './plan.ts';
import { AddReleasePlan } from './plan.schema.ts';

export const addPlanRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans',
    summary: 'Add a release plan to a feature in one environment; no milestone starts yet',
    permission: 'CREATE_FEATURE_STRATEGY',
    scope: 'environment of the path',
    protectedBy: 'environment',
    params: featureEnvironmentParams,
    body: AddReleasePlan,
    answers: { 201: ReleasePlanShape },
    failures: ['BadDataError', 'InvalidOperationError', 'NotFoundError', 'NameExistsError', 'PreconditionFailedError'],
    events: [releasePlanAdded],
  },
  async ({ params, body }, context) => serializePlan(await addPlan(context, params, body)),
);

/** The plan is a copy: later changes of the template do not affect it. */
export async function addPlan(context: Context, key: FeatureEnvironmentKey, input: AddReleasePlan): Promise<ReleasePlan> {
  const { em, actor, now } = context;
  const target = await findFeatureInEnvironment(context, key);
  const existing = await planOf(em, key);
  if (existing)
    throw new Failure(
      'NameExistsError',
      `The feature ${key.featureName} already has the release plan ${existing.name} in ${key.environment}.`,
    );
  const { template, name, description, milestones: given } = await contentOf(context, key, input);
  const scope = { project: key.projectId, featureName: key.featureName };
  const milestones = await normaliseMilestones(context, scope, given);
  const plan = em.create(ReleasePlan, {
    id: ulidOf(context.id()),
    featureName: key.featureName,
    environment: key.environment,
    name,
    description: description || null,
    templateId: template?.id ?? null,
    milestones: milestones.map((milestone): PlanMilestone => ({ ...milestone, ...notStarted, targetMilestone: null })),
    segments: segmentsOfMilestones(milestones),
    activeMilestoneId: null,
    safeguards: (input.safeguards ?? []).map((safeguard, index) => normaliseSafeguard(context, safeguard, { path: `safeguards/${index}` })),
    dueAt: null,
    problem: null,
    createdByUserId: actor.id,
    createdAt: now(),
  });
  context.publish(releasePlanAdded, { ...environmentEventKeys(target), data: serializePlan(plan) });
  return plan;
}

interface PlanContent {
  readonly template: ReleaseTemplate | null;
  readonly name: string;
  readonly description: string | null | undefined;
  readonly milestones: readonly WriteMilestone[];
}

async function contentOf(context: Context, key: FeatureEnvironmentKey, input: AddReleasePlan): Promise<PlanContent> {
  const template = input.templateId === undefined ? null : await findTemplate(context.em, { ...key, templateId: input.templateId });
  if (template) refuseArchivedTemplate(template);
  const name = input.name ?? template?.name;
  const milestones = input.milestones ?? template?.milestones;
  if (name === undefined) throw badValue('name', 'is required without a template');
  if (milestones === undefined) throw badValue('milestones', 'is required without a template');
  return { template, name, description: input.description ?? template?.description, milestones };
}
