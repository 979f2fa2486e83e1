import type { IndexedFeature } from './indexed-feature.ts';

type Order = (one: IndexedFeature, other: IndexedFeature) => number;

/** Features in an order that no two of them share a place in, kept so as single ones change. */
export class SortedFeatures {
  readonly #order: Order;
  readonly #features: IndexedFeature[];

  constructor(order: Order, features: Iterable<IndexedFeature>) {
    this.#order = order;
    this.#features = [...features].sort(order);
  }

  get all(): readonly IndexedFeature[] {
    return this.#features;
  }

  add(feature: IndexedFeature): void {
    this.#features.splice(this.#placeOf(feature), 0, feature);
  }

  remove(feature: IndexedFeature): void {
    this.#features.splice(this.#placeOf(feature), 1);
  }

  /** Where it is, or belongs. */
  #placeOf(feature: IndexedFeature): number {
    let low = 0;
    let high = this.#features.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#order(this.#features[middle] as IndexedFeature, feature) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
