import { compareTexts } from '@signalbox/kit';
import type { IndexedFeature } from './indexed-feature.ts';
import { SortedFeatures } from './sorted-features.ts';

const byName = (one: IndexedFeature, other: IndexedFeature) => compareTexts(one.name, other.name);
const byAge = (one: IndexedFeature, other: IndexedFeature) => one.createdAt - other.createdAt || byName(one, other);
/** The oldest first by age; names tell apart what is of the same age. */
const orders = { name: byName, age: byAge } as const;

interface Selection {
  readonly order: keyof typeof orders;
  /** The archived ones in place of the active ones; null for both. */
  readonly archived: boolean | null;
  /** Those alone that hold one of these in their name, their description or the value of a tag: in small letters. */
  readonly parts?: readonly string[] | null;
}

/** All features in memory, in the orders that lists are asked for in. */
export class FeatureIndex {
  readonly #features: Map<string, IndexedFeature>;
  readonly #active: Record<keyof typeof orders, SortedFeatures>;
  readonly #archived: Record<keyof typeof orders, SortedFeatures>;
  readonly #children = new Map<string, number>();
  /** The names of segments by their ids. */
  segments: ReadonlyMap<number, string>;

  constructor(features: readonly IndexedFeature[], segments: ReadonlyMap<number, string>) {
    this.#features = new Map(features.map((feature) => [feature.name, feature]));
    this.#active = sortedInAll(features.filter(({ archivedAt }) => archivedAt === null));
    this.#archived = sortedInAll(features.filter(({ archivedAt }) => archivedAt !== null));
    for (const { parent } of features) this.#countChild(parent, 1);
    this.segments = segments;
  }

  select({ order, archived, parts = null }: Selection): IndexedFeature[] {
    if (archived !== null) return (archived ? this.#archived : this.#active)[order].select(parts);
    return [...this.#active[order].select(parts), ...this.#archived[order].select(parts)].sort(orders[order]);
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
