import { nullable, PlanMilestone } from '@signalbox/contracts';
import { type Static, Type } from 'typebox';
import { featureEnvironmentParams } from '../../feature/feature/feature.schema.ts';
import { maxSafeguards, WriteSafeguard } from '../template/safeguard.schema.ts';
import { milestoneCount, WriteMilestone, WriteTemplate } from '../template/template.schema.ts';

export const planParams = Type.Object({ ...featureEnvironmentParams.properties, planId: Type.String() });
export const milestoneParams = Type.Object({ ...planParams.properties, milestoneId: Type.String() });

/** `targetMilestone` is the id of a later milestone of the same list. */
const WritePlanMilestone = Type.Object({
  ...WriteMilestone.properties,
  targetMilestone: PlanMilestone.properties.targetMilestone,
});

/** The milestones of a plan of its own. */
export const WritePlanMilestones = Type.Array(WritePlanMilestone, milestoneCount);

/** A copy of a template, or a plan of its own with a name and milestones. Both: the milestones replace those of the template. */
export const AddReleasePlan = Type.Object({
  templateId: Type.Optional(Type.String()),
  name: Type.Optional(WriteTemplate.properties.name),
  description: WriteTemplate.properties.description,
  milestones: Type.Optional(WritePlanMilestones),
  safeguards: Type.Optional(Type.Array(WriteSafeguard, { maxItems: maxSafeguards })),
  /** The id of a milestone, in the list or in the template, that starts at once. */
  activeMilestoneId: Type.Optional(nullable(Type.String())),
  /** True to pause the release in that milestone. */
  paused: Type.Optional(Type.Boolean()),
});
export type AddReleasePlan = Static<typeof AddReleasePlan>;
