import type { CompiledFeature, Decision, SelectedVariant } from '@signalbox/engine';
import type { FeatureSet } from './feature-sets.ts';

/** Output format of an evaluated feature. */
export interface FeatureFormat {
  /** True if disabled features are omitted. */
  readonly leavesOutDisabled: boolean;
  /** Writes a feature as JSON. Equal decisions must give equal texts. */
  readonly write: (feature: CompiledFeature, decision: Decision) => string;
}

/** A feature with its cached texts, one for each variant, for "on" and for "off". */
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

/** The texts of one format. They are dropped with the feature: a changed feature is another object. */
export class FeatureTexts {
  readonly #format: FeatureFormat;
  readonly #texts = new WeakMap<CompiledFeature, FeatureText>();
  readonly #lists = new WeakMap<FeatureSet, readonly FeatureText[]>();

  constructor(format: FeatureFormat) {
    this.#format = format;
  }

  /** Texts of the features in the set that may appear in the output. */
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
