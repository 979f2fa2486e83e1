import { type Static, Type } from 'typebox';
import { featureEnvironmentParams } from '../../feature/feature/feature.schema.ts';
import { WriteTemplate } from '../template/template.schema.ts';

export const planParams = Type.Object({ ...featureEnvironmentParams.properties, planId: Type.String() });
export const milestoneParams = Type.Object({ ...planParams.properties, milestoneId: Type.String() });

/** A copy of a template, or a plan of its own with a name and milestones. Both: the milestones replace those of the template. */
export const AddReleasePlan = Type.Object({
  templateId: Type.Optional(Type.String()),
  name: Type.Optional(WriteTemplate.properties.name),
  description: WriteTemplate.properties.description,
  milestones: Type.Optional(WriteTemplate.properties.milestones),
});
export type AddReleasePlan = Static<typeof AddReleasePlan>;
