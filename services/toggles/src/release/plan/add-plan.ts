import {
  Failure,
  featureEnvironmentDisabled,
  featureStrategyAdd,
  type PlanMilestone,
  releasePlanAdded,
  releasePlanMilestoneStarted,
  releasePlanProgressionsPaused,
  ReleasePlanShape,
} from '@signalbox/contracts';
import { type Context, type EntityManager, route } from '@signalbox/kit';
import type { Static } from 'typebox';
import { badValue, type Pointer, under } from '../../base/input/bad-value.ts';
import { ulidOf } from '../../base/database/ulid-of.ts';
import {
  environmentEventKeys,
  type FeatureEnvironmentKey,
  findFeatureInEnvironment,
} from '../../feature/feature/feature-in-environment.ts';
import { featureEnvironmentParams } from '../../feature/feature/feature.schema.ts';
import { type MilestoneScope, normaliseMilestones, segmentsOfMilestones } from '../template/normalise-milestones.ts';
import { findTemplate, type ReleaseTemplate } from '../template/template.ts';
import { refuseArchivedTemplate } from '../template/update-template.ts';
import { normaliseSafeguard } from '../template/normalise-safeguard.ts';
import { enterMilestone, notStarted } from './enter-milestone.ts';
import { pausePlan } from './pause-plan.ts';
import { planOf, ReleasePlan, serializePlan } from './plan.ts';
import { AddReleasePlan, type WritePlanMilestones } from './plan.schema.ts';
import { shapePlan } from './shape-plan.ts';

export const addPlanRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans',
    summary: 'Add a release plan to a feature in one environment; no milestone starts unless one is named',
    permission: 'CREATE_FEATURE_STRATEGY',
    scope: 'environment of the path',
    protectedBy: 'environment',
    params: featureEnvironmentParams,
    body: AddReleasePlan,
    answers: { 201: ReleasePlanShape },
    failures: ['BadDataError', 'InvalidOperationError', 'NotFoundError', 'NameExistsError', 'PreconditionFailedError'],
    events: [releasePlanAdded, featureStrategyAdd, featureEnvironmentDisabled, releasePlanMilestoneStarted, releasePlanProgressionsPaused],
  },
  async ({ params, body }, context) => serializePlan(await addPlan(context, params, body)),
);

/** The plan is a copy: later changes of the template do not affect it. */
export async function addPlan(
  context: Context,
  key: FeatureEnvironmentKey,
  input: AddReleasePlan,
  pointer: Pointer = { path: '' },
): Promise<ReleasePlan> {
  const { em, actor, now } = context;
  const target = await findFeatureInEnvironment(context, key);
  await refuseAnotherPlan(em, key);
  const { template, name, description, milestones: given } = await contentOf(context, key, input);
  const scope = { project: key.projectId, featureName: key.featureName, stored: template?.milestones ?? [] };
  const milestones = await milestonesOf(context, scope, given, under(pointer, 'milestones'));
  const safeguards = (input.safeguards ?? template?.safeguards ?? []).map((safeguard, index) =>
    normaliseSafeguard(context, { ...safeguard, id: ulidOf(context.id()) }, under(pointer, 'safeguards', index)),
  );
  const plan = em.create(ReleasePlan, {
    id: ulidOf(context.id()),
    featureName: key.featureName,
    environment: key.environment,
    name,
    description: description ?? null,
    templateId: template?.id ?? null,
    milestones: milestones.map(({ milestone }) => milestone),
    segments: segmentsOfMilestones(milestones.map(({ milestone }) => milestone)),
    activeMilestoneId: null,
    safeguards,
    dueAt: null,
    problem: null,
    shapedBy: [],
    createdByUserId: actor.id,
    createdAt: now(),
  });
  shapePlan(context, plan);
  context.publish(releasePlanAdded, { ...environmentEventKeys(target), data: serializePlan(plan) });
  const active = milestoneIn(milestones, input.activeMilestoneId ?? null, under(pointer, 'activeMilestoneId'));
  if (active) await enterMilestone(context, { target, plan }, active);
  if (active && input.paused) pausePlan(context, { target, plan }, null);
  return plan;
}

async function refuseAnotherPlan(em: EntityManager, key: FeatureEnvironmentKey): Promise<void> {
  const existing = await planOf(em, key);
  if (!existing) return;
  throw new Failure(
    'NameExistsError',
    `The feature ${key.featureName} already has the release plan ${existing.name} in ${key.environment}.`,
  );
}

/** A milestone of the plan, and the id that it has in the request or in the template. */
interface Copied {
  readonly milestone: PlanMilestone;
  readonly from: string | undefined;
}

/** In their order. Throws 400 for a target that is not later. */
async function milestonesOf(
  context: Context,
  scope: MilestoneScope,
  given: readonly GivenMilestone[],
  pointer: Pointer,
): Promise<Copied[]> {
  const sent = given.map((milestone, index) => ({ ...milestone, index, sortOrder: milestone.sortOrder ?? index }));
  const inOrder = sent.toSorted((one, other) => one.sortOrder - other.sortOrder);
  const normalised = await normaliseMilestones(context, scope, sent, pointer);
  const copied = normalised.map((milestone, index): Copied => {
    return { milestone: { ...milestone, ...notStarted, targetMilestone: null }, from: inOrder[index]?.id };
  });
  return copied.map(({ milestone, from }, position) => {
    const { index = 0, targetMilestone = null } = inOrder[position] ?? {};
    const target = milestoneIn(copied.slice(position + 1), targetMilestone, under(pointer, index, 'targetMilestone'));
    return { milestone: { ...milestone, targetMilestone: target?.id ?? null }, from };
  });
}

function milestoneIn(milestones: readonly Copied[], from: string | null, pointer: Pointer): PlanMilestone | null {
  if (from === null) return null;
  const found = milestones.find((one) => one.from === from);
  if (!found) throw badValue(pointer, `must be the id of a milestone of the plan, as a target of a later one; got ${from}`);
  return found.milestone;
}

type GivenMilestone = Static<typeof WritePlanMilestones>[number];

interface PlanContent {
  readonly template: ReleaseTemplate | null;
  readonly name: string;
  readonly description: string | null | undefined;
  readonly milestones: readonly GivenMilestone[];
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
