import type { CompiledFeature, FeatureLookup } from '@signalbox/engine';
import { compareTexts } from '@signalbox/kit';
import type { CachedFeature, View } from '@signalbox/replica';

/** The features that a request is about: those of the projects it names which its caller may see, or the few of them that it names. */
export interface Selection {
  readonly view: View;
  /** Names of projects that have features, in order. */
  readonly projects: readonly string[];
  /** By name. */
  readonly features: readonly CachedFeature[];
  /** The features in an environment. A parent that is not selected is not there (reference, playground §3.4). */
  compiled(environment: string): FeatureLookup;
}

interface Wanted {
  /** `'*'` selects every project. */
  readonly projects: '*' | readonly string[];
  /** Names of the features to tell of; undefined for all. Parents are there for them, told of or not. */
  readonly features?: readonly string[] | undefined;
}

/** Selects what is asked for, as far as the caller sees its project. */
export function select(view: View, { projects, features }: Wanted, sees: (project: string) => boolean): Selection {
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
