import { type CompiledFeature, presentVariant, type SelectedVariant } from '@signalbox/engine';
import type { EvaluationFormat } from '../evaluation/evaluations.ts';

/** The features that are on, as browsers and phones take them. */
export const toggleFormat: EvaluationFormat = {
  name: 'frontend',
  drawsSession: true,
  write: (feature, evaluation) => (evaluation.enabled ? textFor(feature, evaluation.variant) : null),
  wrap: (features) => `{"toggles":[${features}]}`,
};

type Texts = Map<SelectedVariant | undefined, string>;

/** A feature that is on has as many texts as variants: they are written once, and go when the feature does. */
const texts = new WeakMap<CompiledFeature, Texts>();

function textFor(feature: CompiledFeature, variant: SelectedVariant | undefined): string {
  let known = texts.get(feature);
  if (!known) texts.set(feature, (known = new Map()));
  let text = known.get(variant);
  if (text === undefined) known.set(variant, (text = write(feature, variant)));
  return text;
}

function write({ state: { name, impressionData } }: CompiledFeature, variant: SelectedVariant | undefined): string {
  const shown = presentVariant({ enabled: true, variant });
  return JSON.stringify({ name, enabled: true, variant: shown, impressionData });
}
