import { yieldToOthers } from '@signalbox/kit';
import { LRUCache } from 'lru-cache';
import type { FeatureSet } from '../../evaluation/feature-sets.ts';
import { type Scope, scopeKey } from '../../feature/scope.ts';
import { type FlagDefinition, flagOf, type FlagdFlag } from './flag-of.ts';

/** The features of a scope in flagd's format. */
export interface Definitions {
  readonly revision: number;
  /** The document of flagd (flagd-schemas, flags.json). */
  readonly text: string;
  /** Features that the format cannot express, and those in which a share decides. */
  readonly special: readonly { readonly feature: string; readonly project: string; readonly definition: FlagDefinition }[];
}

const featuresAtOnce = 200;
/** gRPC clients accept messages of 4 MB by default. */
const warnAboveBytes = 3_500_000;

const maxSets = 50;

/** Maps each set of features once. */
export class DefinitionSets {
  readonly #made = new LRUCache<string, { readonly set: FeatureSet; readonly definitions: Promise<Definitions> }>({ max: maxSets });
  readonly #warn: (message: string) => void;

  constructor(warn: (message: string) => void) {
    this.#warn = warn;
  }

  of(set: FeatureSet, scope: Scope): Promise<Definitions> {
    const key = scopeKey(scope);
    const known = this.#made.get(key);
    if (known?.set === set) return known.definitions;
    const definitions = this.#make(set, scope);
    this.#made.set(key, { set, definitions });
    return definitions;
  }

  async #make(set: FeatureSet, { environment, projects }: Scope): Promise<Definitions> {
    const flags: Record<string, FlagdFlag> = {};
    const special: Definitions['special'][number][] = [];
    for (const [index, feature] of set.features.entries()) {
      const definition = flagOf(feature, set.lookup);
      const { name, project } = feature.state;
      if (definition.flag) flags[name] = definition.flag;
      if (!definition.flag || definition.isShared) special.push({ feature: name, project, definition });
      if (index % featuresAtOnce === featuresAtOnce - 1) await yieldToOthers();
    }
    const [only, ...others] = projects;
    const flagSetId = projects !== '*' && others.length === 0 && only !== undefined ? { flagSetId: only } : {};
    const text = JSON.stringify({ flags, metadata: { ...flagSetId, environment, version: String(set.revision) } });
    this.#report(environment, special, text);
    return { revision: set.revision, text, special };
  }

  #report(environment: string, special: Definitions['special'], text: string): void {
    const missing = special.filter(({ definition }) => !definition.flag).map(({ feature }) => feature);
    if (missing.length > 0)
      this.#warn(`flagd receives no definition of ${missing.length} features in ${environment}, such as ${missing[0]}; see flagd-report`);
    if (text.length > warnAboveBytes)
      this.#warn(`the flags of ${environment} have ${text.length} bytes; flagd and its providers accept 4 MB by default`);
  }
}
