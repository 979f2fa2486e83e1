import type { FeatureState, SegmentState } from '@signalbox/contracts';
import type { CompiledFeature, FeatureLookup } from '@signalbox/engine';
import type { CachedFeature } from './cached-feature.ts';
import { type FeaturesByName, featuresByName } from './features-by-name.ts';
import { inChunks } from './in-chunks.ts';
import { ScopeRevisions } from './scope-revisions.ts';

/** What a view is made of. None of it may change once the view exists. */
export interface ViewContent {
  readonly revision: number;
  readonly features: FeaturesByName;
  readonly segments: ReadonlyMap<number, SegmentState>;
  readonly scopes: ScopeRevisions;
}

/** All features of a view in the order of names, and by project. */
export interface Grouped {
  readonly features: readonly CachedFeature[];
  readonly projects: ReadonlyMap<string, readonly CachedFeature[]>;
}

/**
 * The whole state as of one revision. A view never changes: whoever reads across an await keeps the view that it began
 * with, and reads one revision throughout.
 */
export class View {
  readonly #content: ViewContent;
  #grouped: Grouped | undefined;

  constructor(content: ViewContent) {
    this.#content = content;
  }

  get revision(): number {
    return this.#content.revision;
  }

  /** What the next view is drafted from. */
  get content(): ViewContent {
    return this.#content;
  }

  /** All features, by name. */
  *features(): IterableIterator<FeatureState> {
    for (const feature of this.#content.features.values()) yield feature.state;
  }

  /** The same with what is made of them: what was made of one stays right for as long as a view holds the same object. */
  cachedFeatures(): Iterable<CachedFeature> {
    return this.#content.features.values();
  }

  /** Features by project, both in the order of names; grouped at the first call. */
  byProject(): Grouped {
    return (this.#grouped ??= groupByProject([...this.cachedFeatures()]));
  }

  cachedFeature(name: string): CachedFeature | undefined {
    return this.#content.features.get(name);
  }

  feature(name: string): FeatureState | undefined {
    return this.cachedFeature(name)?.state;
  }

  /**
   * Whether features are as they were at an earlier revision, and the last one at which any of them is known to have changed. `same` is null
   * where nothing is known so far back, or of a revision that is not reached. Names of which there is no feature count for nothing.
   */
  changedSince(names: readonly string[], revision: number): { readonly revision: number; readonly same: boolean | null } {
    const features = names.flatMap((name) => this.cachedFeature(name) ?? []);
    const since = Math.max(0, ...features.map((feature) => feature.since));
    const known = features.map((feature) => feature.isSameSince(revision));
    if (since > this.revision || revision > this.revision) return { revision: Math.min(since, this.revision), same: null };
    return { revision: since, same: known.includes(false) ? false : known.includes(null) ? null : true };
  }

  segments(): ReadonlyMap<number, SegmentState> {
    return this.#content.segments;
  }

  /** The features of one environment, each compiled when it is first asked for and kept as long as it does not change. */
  compiled(environment: string): FeatureLookup {
    return { get: (name) => this.#compiledFeature(name, environment) };
  }

  /** Compiles all features of an environment ahead of the first request, in chunks between which `yieldToOthers` is awaited. */
  async warm(environment: string, yieldToOthers: () => Promise<void>): Promise<void> {
    const { features, segments } = this.#content;
    await inChunks(features.values(), yieldToOthers, (feature) => void feature.compiled(environment, segments));
  }

  /**
   * The last revision at which what the scope shows changed, never above `revision`. What an ETag carries: a change
   * elsewhere leaves it as it is. `'*'` is all projects.
   */
  scopeRevision(environment: string, projects: readonly string[] | '*'): number {
    return this.#content.scopes.of(environment, projects);
  }

  #compiledFeature(name: string, environment: string): CompiledFeature | undefined {
    return this.cachedFeature(name)?.compiled(environment, this.#content.segments);
  }
}

function groupByProject(features: readonly CachedFeature[]): Grouped {
  const grouped = Map.groupBy(features, ({ state }) => state.project);
  return { features, projects: new Map([...grouped.keys()].sort().map((project) => [project, grouped.get(project) ?? []])) };
}

/** The view before anything is known. */
export function emptyView(): View {
  return new View({ revision: 0, features: featuresByName(), segments: new Map(), scopes: new ScopeRevisions(0) });
}
