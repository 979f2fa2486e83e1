import { nullable } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';

/** How the features of a project are named: a regular expression that the whole name must match. */
export const FeatureNaming = Type.Object({
  pattern: nullable(Type.String({ maxLength: 1000 })),
  example: nullable(Type.String({ maxLength: 1000 })),
  description: nullable(Type.String({ maxLength: 10_000 })),
});
export type FeatureNaming = Static<typeof FeatureNaming>;

/** As it is sent: what is missing is none. */
export const FeatureNamingInput = Type.Partial(FeatureNaming);
