import { isDeepStrictEqual } from 'node:util';
import { type FeatureVariant, featureEnvironmentVariantsUpdated } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import type { Pointer } from '../../base/input/bad-value.ts';
import { type FeatureInEnvironment, environmentEventKeys } from '../feature/feature-in-environment.ts';
import { normaliseVariants } from './normalise-variants.ts';

/** Replaces the variants of a feature in one environment, and returns them as they are stored. */
export function writeVariants(
  context: Context,
  target: FeatureInEnvironment,
  variants: readonly FeatureVariant[],
  pointer?: Pointer,
): FeatureVariant[] {
  const after = normaliseChanged(variants, target.settings.variants, pointer);
  storeVariants(context, target, after);
  return after;
}

/** Stores validated variants and emits the change, if there is one. */
export function storeVariants(context: Context, target: FeatureInEnvironment, variants: FeatureVariant[]): void {
  const before = target.settings.variants;
  if (isDeepStrictEqual(variants, before)) return;
  target.settings.variants = variants;
  context.publish(featureEnvironmentVariantsUpdated, {
    ...environmentEventKeys(target),
    data: { variants },
    preData: { variants: before },
  });
}

/** Normalizing distributes weights by the order of the request instead of the stored one. Unchanged variants keep their weights. */
const normaliseChanged = (variants: readonly FeatureVariant[], before: FeatureVariant[], pointer?: Pointer): FeatureVariant[] =>
  isDeepStrictEqual(variants, before) ? before : normaliseVariants(variants, pointer);
