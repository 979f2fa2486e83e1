import { nullable, PlanMilestone, Safeguard, safeguardActions } from '@signalbox/contracts';
import { type Static, Type } from 'typebox';
import { featureEnvironmentParams } from '../../feature/feature/feature.schema.ts';
import { milestoneCount, WriteMilestone, WriteTemplate } from '../template/template.schema.ts';

export const planParams = Type.Object({ ...featureEnvironmentParams.properties, planId: Type.String() });
export const milestoneParams = Type.Object({ ...planParams.properties, milestoneId: Type.String() });

export const maxSafeguards = 10;

/** `hold` and `off` are short for the actions of the reference system. With an id, replaces that safeguard. */
export const WriteSafeguard = Type.Object({
  id: Type.Optional(Type.String()),
  impactMetric: Safeguard.properties.impactMetric,
  triggerCondition: Safeguard.properties.triggerCondition,
  action: Type.Optional(Type.Enum([...safeguardActions, 'hold', 'off'])),
  onNoData: Type.Optional(Safeguard.properties.onNoData),
  graceMinutes: Type.Optional(Safeguard.properties.graceMinutes),
  compare: Safeguard.properties.compare,
  per: Safeguard.properties.per,
  variant: Safeguard.properties.variant,
  minimumSample: Safeguard.properties.minimumSample,
  debounce: Safeguard.properties.debounce,
});
export type WriteSafeguard = Static<typeof WriteSafeguard>;

/** A safeguard of a feature has no release to hold, so it only switches the feature off. */
export const WriteEnvironmentSafeguard = Type.Object({
  ...WriteSafeguard.properties,
  action: Type.Optional(Type.Enum(['disableFeatureEnvironment', 'off'])),
  onNoData: Type.Optional(Type.Enum(['ignore', 'off'])),
});
export type WriteEnvironmentSafeguard = Static<typeof WriteEnvironmentSafeguard>;

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
