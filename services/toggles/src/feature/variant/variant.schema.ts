import { FeatureVariant, validator } from '@signalbox/contracts';
import { Type } from 'typebox';

export const FeatureVariants = Type.Array(FeatureVariant);

export const isFeatureVariants = validator(FeatureVariants);

/** A variant in imports. Other systems export fractional weights. */
export const ImportedVariant = Type.Object(
  { ...FeatureVariant.properties, weight: Type.Number({ minimum: 0, maximum: 1000, description: 'Rounded down to an integer.' }) },
  { additionalProperties: false },
);

/** Rounds weights down, so that rounding never makes fixed ones exceed 1000 in total. */
export const integerWeights = (variants: readonly FeatureVariant[]): FeatureVariant[] =>
  variants.map((variant) => ({ ...variant, weight: Math.floor(variant.weight) }));

export const VariantList = Type.Object({ version: Type.Literal(1), variants: FeatureVariants });

export const serializeVariants = (variants: FeatureVariant[]) => ({ version: 1 as const, variants });
