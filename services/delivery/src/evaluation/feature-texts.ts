import { crc32 } from 'node:zlib';
import { Batch, type CompiledFeature, type Decision, type SelectedVariant } from '@signalbox/engine';
import { yieldToOthers } from '@signalbox/kit';
import type { FeatureSet } from './feature-sets.ts';

/** Output format of an evaluated feature. */
export interface FeatureFormat {
  /** True if disabled features are omitted. */
  readonly leavesOutDisabled: boolean;
  /** Writes a feature as JSON. Equal decisions must give equal texts. */
  readonly write: (feature: CompiledFeature, decision: Decision) => string;
}

/** A text with its checksum, so that a list of texts can be compared without reading them all. */
export interface SummedText {
  readonly text: string;
  readonly checksum: number;
  /** True if each character is one byte: a body of such texts is encoded four times faster. */
  readonly isAscii: boolean;
}

/** A feature with its cached texts, one for each variant, for "on" and for "off". */
export class FeatureText {
  readonly feature: CompiledFeature;
  readonly #write: FeatureFormat['write'];
  #on: SummedText | undefined;
  #off: SummedText | undefined;
  #byVariant: Map<SelectedVariant, SummedText> | undefined;

  constructor(feature: CompiledFeature, { write }: FeatureFormat) {
    this.feature = feature;
    this.#write = write;
  }

  of(decision: Decision): SummedText {
    if (!decision.enabled) return (this.#off ??= this.#sum(decision));
    if (!decision.variant) return (this.#on ??= this.#sum(decision));
    return this.#withVariant(decision, decision.variant);
  }

  #withVariant(decision: Decision, variant: SelectedVariant): SummedText {
    const texts = (this.#byVariant ??= new Map());
    const known = texts.get(variant);
    if (known) return known;
    const summed = this.#sum(decision);
    texts.set(variant, summed);
    return summed;
  }

  #sum({ enabled, variant }: Decision): SummedText {
    const text = this.#write(this.feature, { enabled, variant });
    return { text, checksum: crc32(text), isAscii: Buffer.byteLength(text) === text.length };
  }
}

/** Features that may appear in the output of a format, compiled together, and their texts in the same order. */
export interface WritableSet {
  readonly batch: Batch;
  readonly texts: readonly FeatureText[];
}

const featuresAtOnce = 500;

/** The texts of one format. They are dropped with the feature: a changed feature is another object. */
export class FeatureTexts {
  readonly #format: FeatureFormat;
  readonly #texts = new WeakMap<CompiledFeature, FeatureText>();
  readonly #sets = new WeakMap<FeatureSet, Promise<WritableSet>>();

  constructor(format: FeatureFormat) {
    this.#format = format;
  }

  in(set: FeatureSet): Promise<WritableSet> {
    const known = this.#sets.get(set);
    if (known) return known;
    const made = this.#make(set);
    this.#sets.set(set, made);
    return made;
  }

  /** Yields regularly, because it reads all constraints of the set. */
  async #make({ features, lookup }: FeatureSet): Promise<WritableSet> {
    const batch = new Batch(lookup);
    const texts: FeatureText[] = [];
    for (const [index, feature] of features.entries()) {
      if (index % featuresAtOnce === featuresAtOnce - 1) await yieldToOthers();
      if (this.#format.leavesOutDisabled && !feature.enabled) continue;
      batch.add(feature);
      texts.push(this.#textOf(feature));
    }
    return { batch, texts };
  }

  #textOf(feature: CompiledFeature): FeatureText {
    const known = this.#texts.get(feature);
    if (known) return known;
    const text = new FeatureText(feature, this.#format);
    this.#texts.set(feature, text);
    return text;
  }
}
