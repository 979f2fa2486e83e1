import { FeatureVariant, validator } from '@signalbox/contracts';
import { Type } from 'typebox';

export const FeatureVariants = Type.Array(FeatureVariant);

export const isFeatureVariants = validator(FeatureVariants);

export const VariantList = Type.Object({ version: Type.Literal(1), variants: FeatureVariants });

export const presentVariants = (variants: FeatureVariant[]) => ({ version: 1 as const, variants });
