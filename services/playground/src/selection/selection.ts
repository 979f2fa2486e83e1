import type { CompiledFeature, FeatureLookup } from '@signalbox/engine';
import { compareTexts } from '@signalbox/kit';
import type { CachedFeature, View } from '@signalbox/replica';

/** Features of a request: those of the given projects that the caller can see, or only some of them by name. */
export interface Selection {
  readonly view: View;
  /** Names of projects with features, sorted. */
  readonly projects: readonly string[];
  /** Sorted by name. */
  readonly features: readonly CachedFeature[];
  /** The features in an environment. Parents outside the selection are missing (reference, playground §3.4). */
  compiled(environment: string): FeatureLookup;
}

interface SelectionFilter {
  /** `'*'` selects every project. */
  readonly projects: '*' | readonly string[];
  /** Names of the features to return; undefined for all. Their parents are available regardless. */
  readonly features?: readonly string[] | undefined;
}

/** Selects the requested features in projects visible to the caller. */
export function select(view: View, { projects, features }: SelectionFilter, sees: (project: string) => boolean): Selection {
  const index = view.byProject();
  const known = projects === '*' ? [...index.projects.keys()] : [...new Set(projects)].filter((name) => index.projects.has(name)).sort();
  const selected = known.filter(sees);
  const isComplete = selected.length === index.projects.size;
  const all = () => (isComplete ? index.features : mergedByName(selected.map((project) => index.projects.get(project) ?? [])));
  return {
    view,
    projects: selected,
    features: features ? namedIn(view, new Set(features), new Set(selected)) : all(),
    compiled: (environment) => (isComplete ? view.compiled(environment) : within(new Set(selected), view.compiled(environment))),
  };
}

const namedIn = (view: View, names: ReadonlySet<string>, projects: ReadonlySet<string>): readonly CachedFeature[] =>
  [...names]
    .flatMap((name) => view.cachedFeature(name) ?? [])
    .filter(({ state }) => projects.has(state.project))
    .sort(byName);

function within(projects: ReadonlySet<string>, features: FeatureLookup): FeatureLookup {
  return {
    get(name): CompiledFeature | undefined {
      const feature = features.get(name);
      return feature && projects.has(feature.state.project) ? feature : undefined;
    },
  };
}

function mergedByName(lists: readonly (readonly CachedFeature[])[]): readonly CachedFeature[] {
  const [only] = lists;
  return only && lists.length === 1 ? only : lists.flat().sort(byName);
}

const byName = ({ state: left }: CachedFeature, { state: right }: CachedFeature): number => compareTexts(left.name, right.name);
