import { isDeepStrictEqual } from 'node:util';
import { FeatureVariant, featureEnvironmentVariantsUpdated } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { Type } from 'typebox';
import type { Spot } from '../../base/input/bad-value.ts';
import { type Place, whereOf } from '../feature/place.ts';
import { settleVariants } from './settle-variants.ts';

export const FeatureVariants = Type.Array(FeatureVariant);

export const VariantList = Type.Object({ version: Type.Literal(1), variants: FeatureVariants });

export const presentVariants = (variants: FeatureVariant[]) => ({ version: 1 as const, variants });

/** Gives a feature these variants in one environment and answers them as they are stored. */
export function writeVariants(context: Context, place: Place, variants: readonly FeatureVariant[], spot?: Spot): FeatureVariant[] {
  const after = settled(variants, place.settings.variants, spot);
  storeVariants(context, place, after);
  return after;
}

/** Stores variants that passed every rule and states the change, if there is one. */
export function storeVariants(context: Context, place: Place, variants: FeatureVariant[]): void {
  const before = place.settings.variants;
  if (isDeepStrictEqual(variants, before)) return;
  place.settings.variants = variants;
  context.publish(featureEnvironmentVariantsUpdated, { ...whereOf(place), data: { variants }, preData: { variants: before } });
}

/** Settling distributes weights by the order sent, which is not the stored one: variants that stay keep their weights. */
const settled = (variants: readonly FeatureVariant[], before: FeatureVariant[], spot?: Spot): FeatureVariant[] =>
  isDeepStrictEqual(variants, before) ? before : settleVariants(variants, spot);
