import { serializeVariant } from '../evaluation.ts';
import type { ExplainedParent, ExplainedStrategy, Explanation } from '../explanation/explanation.ts';
import { nearestOf } from '../explanation/nearest.ts';
import type { CompiledFeature } from '../feature/compile-feature.ts';
import { settingsOf } from '../feature/settings-of.ts';
import type { SegmentTemplates } from './constraint-template.ts';
import { fillStrategy, chunksOfStrategy, type Verdict, verdictOf } from './strategy-template.ts';
import { type Chunks, Template } from './template.ts';

/** Result of a feature for one context, as JSON members of an object. */
export interface FilledResult {
  /** Names of feature, environment and project. */
  readonly names: string;
  /** Whether it is on, and its variant. */
  readonly summary: string;
  readonly details: string;
}

/**
 * Result of a feature in one environment (reference, playground §3.3 "Result"), without the parts that depend on the context. It is created
 * from one explanation and filled from any other of the same compiled feature.
 */
export class ResultTemplate {
  /** Variants of the feature itself. */
  readonly #variants: string;
  readonly #template: Template;
  readonly #segments: SegmentTemplates;

  constructor(feature: CompiledFeature, { strategies }: Explanation, segments: SegmentTemplates) {
    const { state, environment } = feature;
    const names = JSON.stringify({ name: state.name, environment, projectId: state.project }).slice(1, -1);
    this.#variants = listText(settingsOf(state, environment)?.variants);
    this.#template = new Template([names, ...strategies.flatMap((strategy) => chunksOfStrategy(feature, strategy))]);
    this.#segments = segments;
  }

  /** Number of stored characters, without those of segments. */
  get length(): number {
    return this.#template.length + this.#variants.length;
  }

  /** Fills in an explanation. A result that only the application can decide counts as off. */
  fill(explanation: Explanation): FilledResult {
    const { switchedOn, parentsHold, parents, strategies, variantShare } = explanation;
    const verdict = strategies.length === 0 ? switchedOn : joinVerdicts(strategies);
    const isEnabled = verdict === true && switchedOn && parentsHold;
    const chunks = this.#template.chunks();
    return {
      names: chunks.next(),
      summary:
        `"isEnabled":${isEnabled},"isEnabledInCurrentEnvironment":${switchedOn}` +
        `,"variant":${isEnabled ? variantText(explanation) : off},"variants":${this.#variantsOf(explanation)}`,
      details:
        `"hasUnsatisfiedDependency":${!parentsHold},"dependencies":${listText(parents.map(serializeParent))}` +
        `,"strategies":{"result":${verdict === 'unknown' ? '"unknown"' : verdict},"data":[${this.#fillStrategies(chunks, strategies)}]}` +
        `,"nearest":${JSON.stringify(nearestOf(explanation)?.state.id ?? null)}` +
        `,"variantShare":${isEnabled && variantShare ? JSON.stringify(variantShare) : null}`,
    };
  }

  #fillStrategies(chunks: Chunks, strategies: readonly ExplainedStrategy[]): string {
    let filled = '';
    for (const strategy of strategies) filled += `${filled && ','}${fillStrategy(chunks, strategy, this.#segments)}`;
    return filled;
  }

  /** Variants to choose from: those of the winning strategy, otherwise the feature's own in the environment. */
  #variantsOf({ winner }: Explanation): string {
    return winner?.variant ? listText(winner.state.variants) : this.#variants;
  }
}

/** Most lists are empty, and share their text. */
const listText = (list: readonly unknown[] | undefined): string => (list?.length ? JSON.stringify(list) : '[]');

const off = JSON.stringify(serializeVariant({ enabled: false, variant: undefined }));
const on = JSON.stringify(serializeVariant({ enabled: true, variant: undefined }));

const variantText = ({ variant }: Explanation): string => (variant ? JSON.stringify(variant) : on);

/** A single match is enough. Without one, a possible match makes the result unknown. */
function joinVerdicts(strategies: readonly ExplainedStrategy[]): Verdict {
  let joined: Verdict = false;
  for (const strategy of strategies) {
    const verdict = verdictOf(strategy);
    if (verdict === true) return true;
    joined ||= verdict;
  }
  return joined;
}

function serializeParent({ state: { feature, enabled, variants }, result, given }: ExplainedParent) {
  return {
    feature,
    enabled,
    variants,
    ...(result !== undefined && { result }),
    ...(given && { given: { enabled: given.enabled, variant: given.variant?.name ?? null } }),
  };
}
