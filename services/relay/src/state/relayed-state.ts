import { isDeepStrictEqual } from 'node:util';
import type { FeatureState, SegmentState, StateChanged, StatePage } from '@signalbox/contracts';
import type { FeatureInEnvironment } from '../content/client-features.ts';
import type { Content } from '../content/content.ts';

/** Content of one target, with the environment of its token. */
interface Contribution extends Content {
  readonly environment: string;
}

const pageSize = 500;
/** The limit of the product's own state messages. */
const maxMessageCharacters = 1_000_000;

/**
 * The evaluation state of all targets together. Each target contributes the features of one environment and some projects. Where several
 * contribute the same environment of a feature, the latest wins.
 */
export class RelayedState {
  readonly #now: () => Date;
  /** By target, the latest last. */
  readonly #contributions = new Map<string, Contribution>();
  readonly #features = new Map<string, FeatureState>();
  readonly #segments = new Map<number, SegmentState>();
  #revision = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  get revision(): number {
    return this.#revision;
  }

  get features(): ReadonlyMap<string, FeatureState> {
    return this.#features;
  }

  /** Gives an empty state a revision, so that replicas accept it. */
  begin(): void {
    this.#revision ||= this.#next(0);
  }

  /** Replaces what a target contributes; null removes it. Returns the change for replicas, or null if nothing changed. */
  contribute(target: string, contribution: Contribution | null): StateChanged | null {
    const before = this.#contributions.get(target);
    this.#contributions.delete(target);
    if (contribution) this.#contributions.set(target, contribution);
    const features = this.#mergeFeatures(changedKeys(before?.features, contribution?.features));
    const segments = this.#mergeSegments(changedKeys(before?.segments, contribution?.segments));
    const isUnchanged = [...Object.values(features), ...Object.values(segments)].every(({ length }) => length === 0);
    if (isUnchanged && this.#revision > 0) return null;
    const previous = this.#revision;
    this.#revision = this.#next(contribution?.revision ?? 0);
    return bounded({ revision: this.#revision, previous, resync: false, ...features, ...segments });
  }

  /** One page of the state, from the first name after `after`. All segments are on the first page. */
  page(after: string | null): StatePage {
    const names = [...this.#features.keys()].sort();
    const start = after === null ? 0 : names.findIndex((name) => name > after);
    const shown = start < 0 ? [] : names.slice(start, start + pageSize);
    const next = start >= 0 && names.length > start + pageSize ? (shown.at(-1) ?? null) : null;
    return {
      revision: this.#revision,
      features: shown.flatMap((name) => this.#features.get(name) ?? []),
      segments: after === null ? [...this.#segments.values()] : [],
      next,
    };
  }

  /**
   * The revision of the upstream if there is one target, so that relays of one upstream agree. Several targets report the same change
   * separately, so their relay counts for itself, from the time in seconds: a number must never stand for different content.
   */
  #next(upstream: number): number {
    const own = this.#contributions.size > 1 ? Math.floor(this.#now().getTime() / 1000) : upstream;
    return Math.max(this.#revision + 1, own);
  }

  #mergeFeatures(names: ReadonlySet<string>): Pick<StateChanged, 'features' | 'removedFeatures'> {
    const features: FeatureState[] = [];
    const removedFeatures: string[] = [];
    for (const name of names) {
      const before = this.#features.get(name);
      const after = this.#merged(name);
      if (after && !isDeepStrictEqual(before, after)) features.push(after);
      if (before && !after) removedFeatures.push(name);
      if (after) this.#features.set(name, after);
      else this.#features.delete(name);
    }
    return { features, removedFeatures };
  }

  #merged(name: string): FeatureState | undefined {
    let merged: FeatureState | undefined;
    for (const { features, environment } of this.#contributions.values()) {
      const feature = features.get(name);
      if (feature) merged = stateOf(feature, { ...merged?.environments, [environment]: feature.settings });
    }
    return merged;
  }

  #mergeSegments(ids: ReadonlySet<number>): Pick<StateChanged, 'segments' | 'removedSegments'> {
    const segments: SegmentState[] = [];
    const removedSegments: number[] = [];
    for (const id of ids) {
      const before = this.#segments.get(id);
      const after = [...this.#contributions.values()].findLast((each) => each.segments.has(id))?.segments.get(id);
      if (after && !isDeepStrictEqual(before, after)) segments.push(after);
      if (before && !after) removedSegments.push(id);
      if (after) this.#segments.set(id, after);
      else this.#segments.delete(id);
    }
    return { segments, removedSegments };
  }
}

function stateOf({ settings: _, ...common }: FeatureInEnvironment, environments: FeatureState['environments']): FeatureState {
  return { ...common, environments };
}

/** Keys whose values differ. A change of a stream shares all other values with the content before it. */
function changedKeys<K>(before: ReadonlyMap<K, unknown> = new Map(), after: ReadonlyMap<K, unknown> = new Map()): Set<K> {
  return new Set([...before.keys(), ...after.keys()].filter((key) => before.get(key) !== after.get(key)));
}

/** Replaces the content of a large message by `resync`. */
function bounded(change: StateChanged): StateChanged {
  if (change.features.length < pageSize && JSON.stringify(change).length <= maxMessageCharacters) return change;
  return { ...change, resync: true, features: [], removedFeatures: [], segments: [], removedSegments: [] };
}
