import type { IndexedFeature } from './indexed-feature.ts';
import { type FeatureTest, Leaf } from './leaf.ts';

type Order = (one: IndexedFeature, other: IndexedFeature) => number;

const leafSize = 256;

/** Features in a strict order, split into leaves, so that a change of one feature is inexpensive. */
export class SortedFeatures {
  readonly #order: Order;
  readonly #leaves: Leaf[] = [];

  constructor(order: Order, features: readonly IndexedFeature[]) {
    this.#order = order;
    const sorted = features.toSorted(order);
    for (let first = 0; first < sorted.length; first += leafSize) this.#leaves.push(new Leaf(sorted.slice(first, first + leafSize)));
  }

  /** All features, or those that contain any of the parts and pass the test. */
  select(parts: readonly string[] | null, test: FeatureTest | null): IndexedFeature[] {
    const selectIn = (leaf: Leaf) => {
      if (!parts) return test ? leaf.passing(test) : leaf.features;
      const containing = leaf.containing(parts);
      return test ? containing.filter(test.passes) : containing;
    };
    return new Array<IndexedFeature>().concat(...this.#leaves.map(selectIn));
  }

  add(feature: IndexedFeature): void {
    const leaf = this.#leaves[this.#leafOf(feature)];
    if (!leaf) return void this.#leaves.push(new Leaf([feature]));
    leaf.insert(
      slotIn(leaf.features, (own) => this.#order(own, feature) < 0),
      feature,
    );
    if (leaf.features.length > 2 * leafSize) this.#split(leaf);
  }

  remove(feature: IndexedFeature): void {
    const at = this.#leafOf(feature);
    const leaf = this.#leaves[at];
    leaf?.remove(slotIn(leaf.features, (own) => this.#order(own, feature) < 0));
    if (leaf?.features.length === 0) this.#leaves.splice(at, 1);
  }

  /** The first leaf whose last feature is not before this one, otherwise the last leaf. */
  #leafOf(feature: IndexedFeature): number {
    const at = slotIn(this.#leaves, ({ features }) => this.#order(features.at(-1) as IndexedFeature, feature) < 0);
    return Math.min(at, Math.max(0, this.#leaves.length - 1));
  }

  #split(leaf: Leaf): void {
    const { features } = leaf;
    const parts = [features.slice(0, leafSize), features.slice(leafSize)].map((part) => new Leaf(part));
    this.#leaves.splice(this.#leaves.indexOf(leaf), 1, ...parts);
  }
}

/** The slot of the first item for which `isBefore` is false. */
function slotIn<T>(sorted: readonly T[], isBefore: (item: T) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(sorted[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}
