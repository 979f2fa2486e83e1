import { type Static, Type } from 'typebox';
import { DateTime, nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';
import { FeatureStrategy } from './feature-strategy-events.ts';

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
