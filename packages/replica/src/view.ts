import type { FeatureState } from '@signalbox/contracts';
import type { CompiledFeature, FeatureLookup, Lists, Segments } from '@signalbox/engine';
import type { CachedFeature } from './cached-feature.ts';
import { type FeaturesByName, featuresByName } from './features-by-name.ts';
import { inChunks } from './in-chunks.ts';
import { ScopeRevisions } from './scope-revisions.ts';

/** Parts of a view. They must not change once the view exists. */
export interface ViewContent {
  readonly revision: number;
  readonly features: FeaturesByName;
  readonly segments: Segments;
  readonly scopes: ScopeRevisions;
}

/** All features of a view in the order of names, and by project. */
export interface Grouped {
  readonly features: readonly CachedFeature[];
  readonly projects: ReadonlyMap<string, readonly CachedFeature[]>;
}

/** The complete state at one revision. A view never changes: a reader that keeps it across an await reads one revision throughout. */
export class View {
  readonly #content: ViewContent;
  #grouped: Grouped | undefined;

  constructor(content: ViewContent) {
    this.#content = content;
  }

  get revision(): number {
    return this.#content.revision;
  }

  /** Basis for the draft of the next view. */
  get content(): ViewContent {
    return this.#content;
  }

  /** All features, by name. */
  *features(): IterableIterator<FeatureState> {
    for (const feature of this.#content.features.values()) yield feature.state;
  }

  /** All features with data derived from them. Derived data stays valid as long as a view contains the same object. */
  cachedFeatures(): Iterable<CachedFeature> {
    return this.#content.features.values();
  }

  /** Features by project, both in the order of names. Grouped at the first call. */
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
   * Returns whether features are unchanged since an earlier revision, and the last known revision at which any of them changed. `same` is
   * null if the revision is before the known history or has not been reached. Unknown names are ignored.
   */
  changedSince(names: readonly string[], revision: number): { readonly revision: number; readonly same: boolean | null } {
    const features = names.flatMap((name) => this.cachedFeature(name) ?? []);
    const since = Math.max(0, ...features.map((feature) => feature.since));
    const known = features.map((feature) => feature.isSameSince(revision));
    if (since > this.revision || revision > this.revision) return { revision: Math.min(since, this.revision), same: null };
    return { revision: since, same: known.includes(false) ? false : known.includes(null) ? null : true };
  }

  /** All segments, with the lists that they name. */
  segments(): Segments {
    return this.#content.segments;
  }

  get lists(): Lists {
    return this.#content.segments.lists ?? noLists;
  }

  /** Features of one environment, compiled on demand and cached until they change. */
  compiled(environment: string): FeatureLookup {
    return { get: (name) => this.#compiledFeature(name, environment) };
  }

  /** Compiles all features of an environment ahead of the first request, awaiting `yieldToOthers` between chunks. */
  async warm(environment: string, yieldToOthers: () => Promise<void>): Promise<void> {
    const { features, segments } = this.#content;
    await inChunks(features.values(), yieldToOthers, (feature) => void feature.compiled(environment, segments));
  }

  /**
   * Last revision at which the content of the scope changed, at most `revision`. Used for ETags, which changes elsewhere must not affect.
   * `'*'` is all projects.
   */
  scopeRevision(environment: string, projects: readonly string[] | '*'): number {
    return this.#content.scopes.of(environment, projects);
  }

  #compiledFeature(name: string, environment: string): CompiledFeature | undefined {
    return this.cachedFeature(name)?.compiled(environment, this.#content.segments);
  }
}

const noLists: Lists = new Map();

function groupByProject(features: readonly CachedFeature[]): Grouped {
  const grouped = Map.groupBy(features, ({ state }) => state.project);
  return { features, projects: new Map([...grouped.keys()].sort().map((project) => [project, grouped.get(project) ?? []])) };
}

/** The view before any state is known. */
export function emptyView(): View {
  return new View({ revision: 0, features: featuresByName(), segments: new Map(), scopes: new ScopeRevisions(0) });
}
