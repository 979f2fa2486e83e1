import { isDeepStrictEqual } from 'node:util';
import type { EnvironmentState, FeatureState, SegmentState, StateChanged, StrategyState } from '@signalbox/contracts';
import { type Lists, withLists } from '@signalbox/engine';
import { CachedFeature } from './cached-feature.ts';
import type { FeaturesByName } from './features-by-name.ts';
import { ScopeRevisions, TouchedScopes } from './scope-revisions.ts';
import { View } from './view.ts';

/** Difference between the views `from` and `to`: names and ids that were added, changed or removed. */
export interface ReplicaChange {
  readonly from: View;
  readonly to: View;
  readonly features: ReadonlySet<string>;
  readonly segments: ReadonlySet<number>;
}

/** The next view under construction. It is invisible before `seal`, so that a change becomes visible completely or not at all. */
export class Draft {
  readonly #from: View;
  readonly #features: FeaturesByName;
  readonly #segments: Map<number, SegmentState>;
  readonly #lists: Lists;
  readonly #touched = new TouchedScopes();
  readonly #changedFeatures = new Set<string>();
  readonly #changedSegments = new Set<number>();
  readonly #fresh: CachedFeature[] = [];

  /** `lists` are those of the fetched state; a message needs none that the view lacks. */
  constructor(from: View, lists = from.lists) {
    this.#from = from;
    this.#lists = lists;
    this.#features = from.content.features.clone();
    this.#segments = new Map(from.content.segments);
  }

  /** Applies everything in a message. */
  apply(message: StateChanged): void {
    for (const segment of message.segments) this.putSegment(segment);
    for (const id of message.removedSegments) this.removeSegment(id);
    for (const feature of message.features) this.putFeature(feature);
    for (const name of message.removedFeatures) this.removeFeature(name);
  }

  /** Keeps an equal feature with its compiled forms. */
  putFeature(after: FeatureState): void {
    const before = this.#features.get(after.name)?.state;
    if (before && isDeepStrictEqual(before, after)) return;
    this.#put(after);
    this.#changedFeatures.add(after.name);
    if (before && isDeepStrictEqual({ ...before, environments: {} }, { ...after, environments: {} })) this.#touchChanged(before, after);
    else this.#touchCompletely(before, after);
  }

  removeFeature(name: string): void {
    const before = this.#features.get(name)?.state;
    if (!before) return;
    this.#features.delete(name);
    this.#changedFeatures.add(name);
    this.#touchCompletely(before);
  }

  putSegment(segment: SegmentState): void {
    if (isDeepStrictEqual(this.#segments.get(segment.id), segment)) return;
    this.#segments.set(segment.id, segment);
    this.#changedSegments.add(segment.id);
  }

  removeSegment(id: number): void {
    if (this.#segments.delete(id)) this.#changedSegments.add(id);
  }

  featureNames(): string[] {
    return this.#features.keysArray();
  }

  segmentIds(): number[] {
    return [...this.#segments.keys()];
  }

  /** Ends the draft. Going back to a lower revision means another history, without known scope revisions. */
  seal(revision: number): ReplicaChange {
    if (this.#changedSegments.size > 0) for (const feature of this.#features.valuesArray()) this.#renewUser(feature.state);
    const { content } = this.#from;
    const known = content.revision > 0 && revision >= content.revision;
    for (const feature of this.#fresh) feature.found(revision, known ? content.revision : null);
    const scopes = known ? content.scopes.after(this.#touched, revision) : new ScopeRevisions(revision);
    const to = new View({ revision, features: this.#features, segments: withLists(this.#segments, this.#lists), scopes });
    return { from: this.#from, to, features: this.#changedFeatures, segments: this.#changedSegments };
  }

  #put(state: FeatureState): void {
    const feature = new CachedFeature(state);
    this.#fresh.push(feature);
    this.#features.set(state.name, feature);
  }

  /** A feature that uses a changed segment may evaluate differently, although its own state is the same. */
  #renewUser(state: FeatureState): void {
    const environments = Object.entries(state.environments).filter(([, environment]) =>
      strategiesOf(environment).some((strategy) => strategy.segments.some((id) => this.#changedSegments.has(id))),
    );
    if (environments.length === 0) return;
    this.#put(state);
    for (const [environment] of environments) this.#touched.touch(state.project, environment);
  }

  #touchCompletely(...states: (FeatureState | undefined)[]): void {
    for (const state of states) if (state) this.#touched.touch(state.project);
  }

  #touchChanged(before: FeatureState, after: FeatureState): void {
    for (const environment of new Set([...Object.keys(before.environments), ...Object.keys(after.environments)])) {
      if (isDeepStrictEqual(before.environments[environment], after.environments[environment])) continue;
      this.#touched.touch(after.project, environment);
    }
  }
}

/** Includes disabled ones, because explanations contain them. */
function strategiesOf({ strategies, disabledStrategies = [] }: EnvironmentState): StrategyState[] {
  return [...strategies, ...disabledStrategies.map(({ strategy }) => strategy)];
}
