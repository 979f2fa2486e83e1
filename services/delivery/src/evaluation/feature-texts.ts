import type { CompiledFeature, Decision, SelectedVariant } from '@signalbox/engine';
import type { FeatureSet } from './feature-sets.ts';

/** How features are written as one context sees them. */
export interface FeatureFormat {
  /** Whether nothing is said of features that are off. */
  readonly leavesOutDisabled: boolean;
  /** One feature as JSON. Of equal decisions it says the same. */
  readonly write: (feature: CompiledFeature, decision: Decision) => string;
}

/** A feature with its texts: there are as many as it has variants and two, and each is written once. */
export class FeatureText {
  readonly feature: CompiledFeature;
  readonly #write: FeatureFormat['write'];
  #on: string | undefined;
  #off: string | undefined;
  #byVariant: Map<SelectedVariant, string> | undefined;

  constructor(feature: CompiledFeature, { write }: FeatureFormat) {
    this.feature = feature;
    this.#write = write;
  }

  of({ enabled, variant }: Decision): string {
    if (!enabled) return (this.#off ??= this.#write(this.feature, { enabled, variant }));
    if (!variant) return (this.#on ??= this.#write(this.feature, { enabled, variant }));
    return this.#withVariant(variant);
  }

  #withVariant(variant: SelectedVariant): string {
    const texts = (this.#byVariant ??= new Map());
    const known = texts.get(variant);
    if (known !== undefined) return known;
    const text = this.#write(this.feature, { enabled: true, variant });
    texts.set(variant, text);
    return text;
  }
}

/** The texts of one format. They go when the feature does: one that changes is another object. */
export class FeatureTexts {
  readonly #format: FeatureFormat;
  readonly #texts = new WeakMap<CompiledFeature, FeatureText>();
  readonly #lists = new WeakMap<FeatureSet, readonly FeatureText[]>();

  constructor(format: FeatureFormat) {
    this.#format = format;
  }

  /** Those of a set that may be said something of. */
  in(set: FeatureSet): readonly FeatureText[] {
    const known = this.#lists.get(set);
    if (known) return known;
    const features = this.#format.leavesOutDisabled ? set.features.filter(({ enabled }) => enabled) : set.features;
    const list = features.map((feature) => this.#textOf(feature));
    this.#lists.set(set, list);
    return list;
  }

  #textOf(feature: CompiledFeature): FeatureText {
    const known = this.#texts.get(feature);
    if (known) return known;
    const text = new FeatureText(feature, this.#format);
    this.#texts.set(feature, text);
    return text;
  }
}
