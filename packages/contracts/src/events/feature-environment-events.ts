import { Type } from 'typebox';
import { FeatureVariant } from '../shapes.ts';
import { defineEvent } from './define-event.ts';
import { feature, featureEnvironment } from './scope.ts';

const Variants = Type.Object({ variants: Type.Array(FeatureVariant) });

export const featureEnvironmentEnabled = defineEvent('toggles', 'feature-environment-enabled', {
  when: 'a feature is enabled in the environment',
  scope: featureEnvironment,
  touches: 'feature',
});

export const featureEnvironmentDisabled = defineEvent('toggles', 'feature-environment-disabled', {
  when: 'a feature is disabled in the environment, manually or because its last enabled strategy was removed',
  scope: featureEnvironment,
  touches: 'feature',
});

export const featureEnvironmentVariantsUpdated = defineEvent('toggles', 'feature-environment-variants-updated', {
  when: 'the variants of a feature in one environment are updated',
  scope: featureEnvironment,
  touches: 'feature',
  data: Variants,
  preData: Variants,
});

export const featureVariantsUpdated = defineEvent('toggles', 'feature-variants-updated', {
  when: 'the variants of a feature are updated in all environments at once (deprecated route)',
  scope: feature,
  touches: 'feature',
  data: Variants,
  preData: Variants,
});
