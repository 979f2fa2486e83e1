import { type IndexedFeature, textOf } from './indexed-feature.ts';

/** A test that depends only on the feature. Tests with equal keys find the same features. */
export interface FeatureTest {
  readonly key: string;
  readonly passes: (feature: IndexedFeature) => boolean;
}

/** Searches of the last users, and pages of the same search. Bounds the memory: each test may find all features. */
const maxTests = 16;

/** Consecutive features with one concatenated text, which is many times faster to search than separate texts. */
export class Leaf {
  readonly #features: IndexedFeature[];
  /** Built on first search, until a feature changes. */
  #texts: { readonly all: string; readonly ends: Uint32Array } | null = null;

  /** The features that pass a test, by its key, until a feature changes. */
  readonly #passing = new Map<string, readonly IndexedFeature[]>();

  constructor(features: IndexedFeature[]) {
    this.#features = features;
  }

  get features(): readonly IndexedFeature[] {
    return this.#features;
  }

  insert(slot: number, feature: IndexedFeature): void {
    this.#features.splice(slot, 0, feature);
    this.#forget();
  }

  remove(slot: number): void {
    this.#features.splice(slot, 1);
    this.#forget();
  }

  passing({ key, passes }: FeatureTest): readonly IndexedFeature[] {
    const known = this.#passing.get(key);
    if (known) return known;
    const [oldest] = this.#passing.keys();
    if (oldest !== undefined && this.#passing.size === maxTests) this.#passing.delete(oldest);
    const passing = this.#features.filter(passes);
    this.#passing.set(key, passing);
    return passing;
  }

  /** The features whose text contains any of the parts, which must be in lower case. */
  containing(parts: readonly string[]): IndexedFeature[] {
    const { all, ends } = (this.#texts ??= textsOf(this.#features));
    const found = new Set<number>();
    for (const part of parts) {
      let slot = 0;
      for (let at = all.indexOf(part); at !== -1; at = all.indexOf(part, ends[slot])) {
        while (at >= (ends[slot] as number)) slot += 1;
        found.add(slot);
      }
    }
    if (parts.length > 1) return this.#features.filter((_, slot) => found.has(slot));
    return Array.from(found, (slot) => this.#features[slot] as IndexedFeature);
  }

  #forget(): void {
    this.#texts = null;
    this.#passing.clear();
  }
}

/** Separates the texts with NUL, which requests cannot contain, so that no match spans two of them. */
function textsOf(features: readonly IndexedFeature[]) {
  const texts = features.map(textOf);
  const ends = new Uint32Array(texts.length);
  let end = 0;
  for (const [slot, text] of texts.entries()) ends[slot] = end += text.length + 1;
  return { all: texts.join('\0'), ends };
}
