import { type Static, Type } from 'typebox';
import { DateTime, nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';
import { FeatureStrategy } from './feature-strategy-events.ts';
import { featureEnvironment } from './scope.ts';

/** When a release leaves a milestone for the next one by itself. */
export const TransitionCondition = Type.Object({
  /** Minutes after the start of the milestone. */
  intervalMinutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 5_256_000 })),
});
export type TransitionCondition = Static<typeof TransitionCondition>;

/** A stage of a release, with the strategies that apply during it. */
export const ReleaseMilestone = Type.Object({
  id: Type.String(),
  name: Type.String(),
  sortOrder: Type.Integer(),
  strategies: Type.Array(FeatureStrategy),
  transitionCondition: Type.Optional(nullable(TransitionCondition)),
});
export type ReleaseMilestone = Static<typeof ReleaseMilestone>;

/** A release template in responses and events. Without a project, all projects can use it. */
export const ReleaseTemplateShape = Type.Object({
  id: Type.String(),
  discriminator: Type.Literal('template'),
  name: Type.String(),
  description: nullable(Type.String()),
  project: nullable(Type.String()),
  milestones: Type.Array(ReleaseMilestone),
  createdByUserId: nullable(Type.Integer()),
  createdAt: DateTime,
  archivedAt: nullable(DateTime),
});
export type ReleaseTemplateShape = Static<typeof ReleaseTemplateShape>;

export const releasePlanTemplateCreated = defineEvent('toggles', 'release-plan-template-created', {
  when: 'a release template is created',
  scope: ['project?'],
  data: ReleaseTemplateShape,
});

export const releasePlanTemplateUpdated = defineEvent('toggles', 'release-plan-template-updated', {
  when: 'a release template is updated; release plans that were created from it stay as they are',
  scope: ['project?'],
  data: ReleaseTemplateShape,
  preData: ReleaseTemplateShape,
});

export const releasePlanTemplateArchived = defineEvent('toggles', 'release-plan-template-archived', {
  when: 'a release template is archived, so that no release plan can be created from it',
  scope: ['project?'],
  data: ReleaseTemplateShape,
  preData: ReleaseTemplateShape,
});

export const releasePlanTemplateDeleted = defineEvent('toggles', 'release-plan-template-deleted', {
  when: 'a release template is deleted; release plans that were created from it stay as they are',
  scope: ['project?'],
  preData: ReleaseTemplateShape,
});

/** A milestone of a release plan. */
export const PlanMilestone = Type.Object({
  ...ReleaseMilestone.properties,
  /** Null before the release reaches the milestone. */
  startedAt: nullable(DateTime),
});
export type PlanMilestone = Static<typeof PlanMilestone>;

/** The release of a feature in one environment: a copy of a template, with its own progress. */
export const ReleasePlanShape = Type.Object({
  id: Type.String(),
  discriminator: Type.Literal('plan'),
  name: Type.String(),
  description: nullable(Type.String()),
  featureName: Type.String(),
  environment: Type.String(),
  releasePlanTemplateId: nullable(Type.String()),
  /** The milestone whose strategies apply. Null before the first starts. */
  activeMilestoneId: nullable(Type.String()),
  milestones: Type.Array(PlanMilestone),
  safeguards: Type.Array(Type.Object({}, { additionalProperties: true })),
  createdByUserId: nullable(Type.Integer()),
  createdAt: DateTime,
});
export type ReleasePlanShape = Static<typeof ReleasePlanShape>;

/** A milestone with its release plan. */
export const MilestoneOfPlan = Type.Object({
  releasePlanId: Type.String(),
  milestoneId: Type.String(),
  milestoneName: Type.String(),
});
export type MilestoneOfPlan = Static<typeof MilestoneOfPlan>;

export const releasePlanAdded = defineEvent('toggles', 'release-plan-added', {
  when: 'a release plan is added to a feature in one environment',
  scope: featureEnvironment,
  data: ReleasePlanShape,
});

export const releasePlanUpdated = defineEvent('toggles', 'release-plan-updated', {
  when: 'the strategies of a milestone of a release plan change',
  scope: featureEnvironment,
  data: ReleasePlanShape,
  preData: ReleasePlanShape,
});

export const releasePlanRemoved = defineEvent('toggles', 'release-plan-removed', {
  when: 'a release plan is deleted, with the strategies of its active milestone',
  scope: featureEnvironment,
  preData: ReleasePlanShape,
});

export const releasePlanMilestoneStarted = defineEvent('toggles', 'release-plan-milestone-started', {
  when: 'a milestone of a release plan starts; its strategies replace those of the previous milestone',
  scope: featureEnvironment,
  data: MilestoneOfPlan,
  preData: nullable(MilestoneOfPlan),
});
