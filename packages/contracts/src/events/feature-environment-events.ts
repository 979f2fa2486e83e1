import { Type } from 'typebox';
import { FeatureVariant } from '../shapes.ts';
import { defineEvent } from './define-event.ts';
import { feature, featureEnvironment } from './scope.ts';

const Variants = Type.Object({ variants: Type.Array(FeatureVariant) });

export const featureEnvironmentEnabled = defineEvent('toggles', 'feature-environment-enabled', {
  when: 'a feature that was off in the environment is switched on',
  scope: featureEnvironment,
  touches: 'feature',
});

export const featureEnvironmentDisabled = defineEvent('toggles', 'feature-environment-disabled', {
  when: 'a feature that was on in the environment is switched off, also because its last enabled strategy went',
  scope: featureEnvironment,
  touches: 'feature',
});

export const featureEnvironmentVariantsUpdated = defineEvent('toggles', 'feature-environment-variants-updated', {
  when: 'the variants of a feature in one environment are written',
  scope: featureEnvironment,
  touches: 'feature',
  data: Variants,
  preData: Variants,
});

export const featureVariantsUpdated = defineEvent('toggles', 'feature-variants-updated', {
  when: 'the variants of a feature are written for all environments at once (deprecated route)',
  scope: feature,
  touches: 'feature',
  data: Variants,
  preData: Variants,
});
