import { nullable } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';

/** The naming rule for features of a project: a regular expression that must match the whole name. */
export const FeatureNaming = Type.Object({
  pattern: nullable(Type.String({ maxLength: 1000 })),
  example: nullable(Type.String({ maxLength: 1000 })),
  description: nullable(Type.String({ maxLength: 10_000 })),
});
export type FeatureNaming = Static<typeof FeatureNaming>;

/** The naming rule as requests send it: missing properties are null. */
export const FeatureNamingInput = Type.Partial(FeatureNaming);
