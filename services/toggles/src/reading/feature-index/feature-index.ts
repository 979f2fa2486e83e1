import { compareTexts } from '@signalbox/kit';
import type { IndexedFeature } from './indexed-feature.ts';
import type { FeatureTest } from './leaf.ts';
import { SortedFeatures } from './sorted-features.ts';

const byName = (one: IndexedFeature, other: IndexedFeature) => compareTexts(one.name, other.name);
const byAge = (one: IndexedFeature, other: IndexedFeature) => one.createdAt - other.createdAt || byName(one, other);
/** Ages sort the oldest first. Names break ties. */
const orders = { name: byName, age: byAge } as const;

interface Selection {
  readonly order: keyof typeof orders;
  /** True for archived features only, false for active ones only, null for both. */
  readonly archived: boolean | null;
  /** Only features with one of these, in lower case, in their name, description or tag values. */
  readonly parts?: readonly string[] | null;
  readonly test?: FeatureTest | null;
}

/** All features in memory, in the orders of lists. */
export class FeatureIndex {
  readonly #features: Map<string, IndexedFeature>;
  readonly #active: Record<keyof typeof orders, SortedFeatures>;
  readonly #archived: Record<keyof typeof orders, SortedFeatures>;
  readonly #children = new Map<string, number>();
  /** Names of segments by id. */
  segments: ReadonlyMap<number, string>;

  constructor(features: readonly IndexedFeature[], segments: ReadonlyMap<number, string>) {
    this.#features = new Map(features.map((feature) => [feature.name, feature]));
    this.#active = sortedInAll(features.filter(({ archivedAt }) => archivedAt === null));
    this.#archived = sortedInAll(features.filter(({ archivedAt }) => archivedAt !== null));
    for (const { parent } of features) this.#countChild(parent, 1);
    this.segments = segments;
  }

  select({ order, archived, parts = null, test = null }: Selection): IndexedFeature[] {
    if (archived !== null) return (archived ? this.#archived : this.#active)[order].select(parts, test);
    return [...this.#active[order].select(parts, test), ...this.#archived[order].select(parts, test)].sort(orders[order]);
  }

  /** Replaces the named features with their current versions. Removes names without a feature. */
  replace(names: Iterable<string>, features: readonly IndexedFeature[]): void {
    for (const name of names) this.#remove(name);
    for (const feature of features) this.#add(feature);
  }

  /** Returns `parent` for a feature with children and `child` for one with a parent. No feature has both. */
  dependencyTypeOf({ name, parent }: IndexedFeature): 'parent' | 'child' | null {
    if (parent !== null) return 'child';
    return this.#children.has(name) ? 'parent' : null;
  }

  /** Sorted by name. */
  segmentNamesOf({ segments }: IndexedFeature): string[] {
    return segments.flatMap((id) => this.segments.get(id) ?? []).sort(compareTexts);
  }

  #add(feature: IndexedFeature): void {
    this.#features.set(feature.name, feature);
    for (const sorted of this.#listsOf(feature)) sorted.add(feature);
    this.#countChild(feature.parent, 1);
  }

  #remove(name: string): void {
    const feature = this.#features.get(name);
    if (!feature) return;
    this.#features.delete(name);
    for (const sorted of this.#listsOf(feature)) sorted.remove(feature);
    this.#countChild(feature.parent, -1);
  }

  #listsOf = ({ archivedAt }: IndexedFeature) => Object.values(archivedAt === null ? this.#active : this.#archived);

  #countChild(parent: string | null, by: number): void {
    if (parent === null) return;
    const count = (this.#children.get(parent) ?? 0) + by;
    if (count === 0) this.#children.delete(parent);
    else this.#children.set(parent, count);
  }
}

const sortedInAll = (features: readonly IndexedFeature[]) => ({
  name: new SortedFeatures(byName, features),
  age: new SortedFeatures(byAge, features),
});
