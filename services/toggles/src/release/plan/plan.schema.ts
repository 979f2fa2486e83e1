import { Safeguard, safeguardActions } from '@signalbox/contracts';
import { type Static, Type } from 'typebox';
import { featureEnvironmentParams } from '../../feature/feature/feature.schema.ts';
import { WriteTemplate } from '../template/template.schema.ts';

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

/** A copy of a template, or a plan of its own with a name and milestones. Both: the milestones replace those of the template. */
export const AddReleasePlan = Type.Object({
  templateId: Type.Optional(Type.String()),
  name: Type.Optional(WriteTemplate.properties.name),
  description: WriteTemplate.properties.description,
  milestones: Type.Optional(WriteTemplate.properties.milestones),
  safeguards: Type.Optional(Type.Array(WriteSafeguard, { maxItems: maxSafeguards })),
});
export type AddReleasePlan = Static<typeof AddReleasePlan>;
