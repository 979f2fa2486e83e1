import { minuteMs, yieldToOthers } from '@signalbox/kit';
import type { CompiledFeature, FeatureLookup } from '@signalbox/engine';
import type { View } from '@signalbox/replica';
import { compositeKey } from '@signalbox/table';
import { LRUCache } from 'lru-cache';
import { idleFor } from '../body/idle-for.ts';
import type { DecisionTexts, FeatureFormat } from './decision-texts.ts';
import { isInProjects, type Scope, scopeKey } from '../feature/scope.ts';

/** The compiled features of a scope. Parents are looked up in the same scope, as in an SDK, which sees no others. */
export interface FeatureSet {
  /** The last revision that touched the scope. */
  readonly revision: number;
  /** By name. */
  readonly features: readonly CompiledFeature[];
  readonly lookup: FeatureLookup;
  /** Texts of the features, by output format. */
  readonly texts: Map<FeatureFormat, Promise<DecisionTexts>>;
}

interface Cached {
  readonly revision: number;
  set: FeatureSet | Promise<FeatureSet>;
}

const maxSets = 200;
const maxPastSets = 50;
const featuresAtOnce = 500;

/** Caches requested feature sets, each created once per revision that touches it. Unused ones are dropped after a minute. */
export class FeatureSets {
  readonly #cache: LRUCache<string, Cached>;
  /** Sets that a change has replaced, for requests that pinned their revision. */
  readonly #past: LRUCache<string, FeatureSet>;

  constructor(now: () => Date) {
    this.#cache = new LRUCache({ max: maxSets, ...idleFor(minuteMs, now) });
    this.#past = new LRUCache({ max: maxPastSets, ...idleFor(minuteMs, now) });
  }

  /** Returns a promise only while the set is being created, so that cached sets need no wait. */
  get(view: View, scope: Scope): FeatureSet | Promise<FeatureSet> {
    const revision = view.scopeRevision(scope.environment, scope.projects);
    const key = scopeKey(scope);
    const known = this.#cache.get(key);
    if (known?.revision === revision) return known.set;
    if (known && !(known.set instanceof Promise)) this.#past.set(compositeKey(key, known.revision), known.set);
    const set = makeSet(view, scope, revision);
    const cached: Cached = { revision, set };
    this.#cache.set(key, cached);
    set.then(
      (made) => (cached.set = made),
      () => this.#cache.delete(key),
    );
    return set;
  }

  /** The set at a revision; undefined if this process has not served it within the last minute. */
  at(view: View, scope: Scope, revision: number): FeatureSet | Promise<FeatureSet> | undefined {
    if (view.scopeRevision(scope.environment, scope.projects) === revision) return this.get(view, scope);
    return this.#past.get(compositeKey(scopeKey(scope), revision));
  }

  /** Drops sets that nobody has requested for a minute, with everything that was compiled from them. */
  dropIdle(): void {
    this.#cache.purgeStale();
    this.#past.purgeStale();
  }

  /** Drops everything when revisions restart, because the same number may stand for other content then. */
  clear(): void {
    this.#cache.clear();
    this.#past.clear();
  }
}

/** Yields regularly, because the first set of an environment compiles all of its features. */
async function makeSet(view: View, { environment, projects }: Scope, revision: number): Promise<FeatureSet> {
  const compiled = view.compiled(environment);
  const lookup = new Map<string, CompiledFeature>();
  const names = [...view.features()].filter(({ project }) => isInProjects(project, projects)).map(({ name }) => name);
  for (const [index, name] of names.entries()) {
    const feature = compiled.get(name);
    if (feature) lookup.set(name, feature);
    if (index % featuresAtOnce === featuresAtOnce - 1) await yieldToOthers();
  }
  return { revision, features: [...lookup.values()], lookup, texts: new Map() };
}
