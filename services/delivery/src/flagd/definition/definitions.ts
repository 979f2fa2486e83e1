import { yieldToOthers } from '@signalbox/kit';
import type { FeatureSet } from '../../evaluation/feature-sets.ts';
import type { Scope } from '../../feature/scope.ts';
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

/** Maps each set of features once. */
export class DefinitionSets {
  readonly #made = new WeakMap<FeatureSet, Promise<Definitions>>();
  readonly #warn: (message: string) => void;

  constructor(warn: (message: string) => void) {
    this.#warn = warn;
  }

  of(set: FeatureSet, scope: Scope): Promise<Definitions> {
    const known = this.#made.get(set) ?? this.#make(set, scope);
    this.#made.set(set, known);
    return known;
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
