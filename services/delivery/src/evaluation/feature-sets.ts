import { yieldToOthers } from '@signalbox/kit';
import type { CompiledFeature, FeatureLookup } from '@signalbox/engine';
import type { View } from '@signalbox/replica';
import { LRUCache } from 'lru-cache';
import { isInProjects } from '../feature/present-feature.ts';
import type { Place } from '../feature/scope.ts';

/** The features of a place, compiled. Parents are found in the same place, as they are by an SDK that sees no other. */
export interface FeatureSet {
  /** The last revision that touched the place. */
  readonly revision: number;
  /** By name. */
  readonly features: readonly CompiledFeature[];
  readonly lookup: FeatureLookup;
}

interface Held {
  readonly revision: number;
  set: FeatureSet | Promise<FeatureSet>;
}

const mostSets = 200;
const featuresAtOnce = 500;

/** The feature sets that are asked for, each made once per revision that touches it. */
export class FeatureSets {
  readonly #held = new LRUCache<string, Held>({ max: mostSets });

  /** A promise only while the set is being made: whoever finds it made does not wait. */
  get(view: View, place: Place): FeatureSet | Promise<FeatureSet> {
    const revision = view.scopeRevision(place.environment, place.projects);
    const key = keyOf(place);
    const known = this.#held.get(key);
    if (known?.revision === revision) return known.set;
    const set = makeSet(view, place, revision);
    const held: Held = { revision, set };
    this.#held.set(key, held);
    set.then(
      (made) => (held.set = made),
      () => this.#held.delete(key),
    );
    return set;
  }

  /** For when revisions begin to be counted anew and the same number may mean something else. */
  clear(): void {
    this.#held.clear();
  }
}

/** Names of environments and projects hold neither of the separators. */
export const keyOf = ({ environment, projects }: Place): string => `${environment}\n${projects === '*' ? '*' : projects.join(',')}`;

/** In chunks, because the first set of an environment compiles all of its features. */
async function makeSet(view: View, { environment, projects }: Place, revision: number): Promise<FeatureSet> {
  const compiled = view.compiled(environment);
  const lookup = new Map<string, CompiledFeature>();
  const names = [...view.features()].filter(({ project }) => isInProjects(project, projects)).map(({ name }) => name);
  for (const [index, name] of names.sort().entries()) {
    const feature = compiled.get(name);
    if (feature) lookup.set(name, feature);
    if (index % featuresAtOnce === featuresAtOnce - 1) await yieldToOthers();
  }
  return { revision, features: [...lookup.values()], lookup };
}
