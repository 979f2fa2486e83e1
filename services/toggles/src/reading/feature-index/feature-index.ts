import { compareTexts } from '@signalbox/kit';
import type { IndexedFeature } from './indexed-feature.ts';
import { SortedFeatures } from './sorted-features.ts';

const byName = (one: IndexedFeature, other: IndexedFeature) => compareTexts(one.name, other.name);
const byAge = (one: IndexedFeature, other: IndexedFeature) => one.createdAt - other.createdAt || byName(one, other);

/** All features in memory, archived ones too, in the orders that lists are asked for in. */
export class FeatureIndex {
  readonly #features: Map<string, IndexedFeature>;
  readonly #byName: SortedFeatures;
  readonly #byAge: SortedFeatures;
  readonly #children = new Map<string, number>();
  /** The names of segments by their ids. */
  segments: ReadonlyMap<number, string>;

  constructor(features: readonly IndexedFeature[], segments: ReadonlyMap<number, string>) {
    this.#features = new Map(features.map((feature) => [feature.name, feature]));
    this.#byName = new SortedFeatures(byName, features);
    this.#byAge = new SortedFeatures(byAge, features);
    for (const { parent } of features) this.#countChild(parent, 1);
    this.segments = segments;
  }

  get byName(): readonly IndexedFeature[] {
    return this.#byName.all;
  }

  /** The oldest first; names tell apart what is of the same age. */
  get byAge(): readonly IndexedFeature[] {
    return this.#byAge.all;
  }

  /** The features as they are now, under their names: those that are not among them are gone. */
  replace(names: Iterable<string>, features: readonly IndexedFeature[]): void {
    for (const name of names) this.#remove(name);
    for (const feature of features) this.#add(feature);
  }

  /** Whether others depend on it, or it on another: none is both. */
  dependencyTypeOf({ name, parent }: IndexedFeature): 'parent' | 'child' | null {
    if (parent !== null) return 'child';
    return this.#children.has(name) ? 'parent' : null;
  }

  /** By name. */
  segmentNamesOf({ segments }: IndexedFeature): string[] {
    return segments.flatMap((id) => this.segments.get(id) ?? []).sort(compareTexts);
  }

  #add(feature: IndexedFeature): void {
    this.#features.set(feature.name, feature);
    this.#byName.add(feature);
    this.#byAge.add(feature);
    this.#countChild(feature.parent, 1);
  }

  #remove(name: string): void {
    const feature = this.#features.get(name);
    if (!feature) return;
    this.#features.delete(name);
    this.#byName.remove(feature);
    this.#byAge.remove(feature);
    this.#countChild(feature.parent, -1);
  }

  #countChild(parent: string | null, by: number): void {
    if (parent === null) return;
    const count = (this.#children.get(parent) ?? 0) + by;
    if (count === 0) this.#children.delete(parent);
    else this.#children.set(parent, count);
  }
}
