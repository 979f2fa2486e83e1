import type { Bucketing } from '../bucketing.ts';
import type { CompiledConstraint } from '../constraint/compile-constraint.ts';
import { always, type Decision, type SelectedVariant, type Test } from '../evaluation.ts';
import type { CompiledFeature, FeatureLookup } from '../feature/compile-feature.ts';
import type { CompiledStrategy } from '../strategy/compile-strategy.ts';
import type { CompiledVariants } from '../variant/compile-variants.ts';
import { SharedParts } from './shared-parts.ts';

/** In place of a number of strategies: the feature has parents and is evaluated by itself. */
export const alone = -1;
/** In place of an identity: the rule passes every context, or the test with the next number decides. */
export const everybody = -1;
export const byTest = -2;
/** Length of a rule: an identity, the hash, block and length of its group, and the highest bucket that passes. */
export const ruleLength = 5;
/** In place of a number of shares: a list of variants with overrides selects. */
export const byList = -1;

/** A list of variants, and the number of the decision for its first one. */
interface Selection {
  readonly list: CompiledVariants;
  readonly first: number;
}

/**
 * Features of one environment, as one list of numbers that a context reads from start to end: to fetch data that is scattered in
 * memory would take longer than the evaluation. All features must be added before the first run. In the list are
 *
 * - for a feature: the number of its decision "off", the number of its strategies, and the strategies;
 * - for a strategy: the index of the next one, the number of its constraints, the constraints, its rule, and its variants;
 * - for variants: the number of shares, and without any a decision, otherwise identity, hash, block and length of the group, and
 *   the highest bucket and the decision of each share.
 */
export class Batch {
  readonly features: CompiledFeature[] = [];
  /** Resolves parents. */
  readonly lookup: FeatureLookup;
  readonly shared = new SharedParts();
  /** Index of the first number of each feature. */
  readonly starts: number[] = [];
  /** All decisions that features can have. Those of a feature follow each other: off, on, and on with each of its variants. */
  readonly decisions: Decision[] = [];
  readonly rules: Test[] = [];
  readonly selections: Selection[] = [];
  #written: number[] = [];
  #code: Int32Array | undefined;

  constructor(lookup: FeatureLookup) {
    this.lookup = lookup;
  }

  get code(): Int32Array {
    if (this.#code) return this.#code;
    this.#code = Int32Array.from(this.#written);
    this.#written = [];
    return this.#code;
  }

  add(feature: CompiledFeature): void {
    const off = this.decisions.length;
    this.features.push(feature);
    this.starts.push(this.#written.push(off) - 1);
    this.decisions.push({ enabled: false, variant: undefined }, { enabled: true, variant: undefined });
    if (feature.state.dependencies.length > 0) this.#addAlone(feature);
    else this.#addStrategies(feature, off + 1);
  }

  #addAlone({ strategies, variants }: CompiledFeature): void {
    this.#written.push(alone);
    for (const list of [variants, ...strategies.map((strategy) => strategy.variants)]) if (list) this.#addDecisions(list);
  }

  #addDecisions({ selectable }: CompiledVariants): number {
    const first = this.decisions.length;
    for (const variant of selectable) this.decisions.push({ enabled: true, variant });
    return first;
  }

  #addStrategies({ enabled, strategies, variants }: CompiledFeature, on: number): void {
    // A strategy with a missing segment never holds.
    const possible = strategies.filter(({ segments }) => segments.every(({ state }) => state));
    const inherited = variants && { list: variants, first: this.#addDecisions(variants) };
    const selectionOf = ({ variants: list }: CompiledStrategy) => (list ? { list, first: this.#addDecisions(list) } : inherited);
    const isAlwaysOn = enabled && strategies.length === 0;
    this.#written.push(isAlwaysOn ? 1 : enabled ? possible.length : 0);
    if (isAlwaysOn) this.#addNumbers(() => this.#addUnconditional(on, inherited));
    else if (enabled) for (const strategy of possible) this.#addNumbers(() => this.#addStrategy(strategy, on, selectionOf(strategy)));
  }

  /** Writes the index after the numbers before them. */
  #addNumbers(add: () => void): void {
    const at = this.#written.push(0) - 1;
    add();
    this.#written[at] = this.#written.length;
  }

  #addUnconditional(on: number, selection: Selection | undefined): void {
    this.#written.push(0);
    this.#addTest(always);
    this.#addVariants(on, selection);
  }

  #addStrategy({ constraints, segments, state, rule, share }: CompiledStrategy, on: number, selection: Selection | undefined): void {
    const all = [...constraints, ...segments.flatMap((segment) => segment.constraints)];
    this.#written.push(all.length);
    this.#addConstraints(all);
    if (share?.bucketing) {
      this.#addBucketing(`${state.name}:${share.stickiness}`, share.bucketing);
      this.#written.push(Math.floor(share.reaches));
    } else this.#addTest(rule);
    this.#addVariants(on, selection);
  }

  #addConstraints(constraints: readonly CompiledConstraint[]): void {
    for (const constraint of constraints) this.#written.push(this.shared.constraint(constraint));
  }

  #addTest(rule: Test): void {
    if (rule === always) this.#written.push(everybody, 0, 0, 0, 0);
    else this.#written.push(byTest, this.rules.push(rule) - 1, 0, 0, 0);
  }

  #addBucketing(key: string, { identify, hash, block, length }: Bucketing): void {
    this.#written.push(this.shared.identity(key, identify), hash, block, length);
  }

  #addVariants(on: number, selection: Selection | undefined): void {
    if (!selection) return void this.#written.push(0, on);
    const { list, first } = selection;
    const decisionOf = (variant: SelectedVariant) => first + list.selectable.indexOf(variant);
    if (list.forced) return void this.#written.push(byList, this.selections.push(selection) - 1);
    const [only] = list.shares;
    if (!list.draw) return void this.#written.push(0, only ? decisionOf(only.selected) : on);
    this.#written.push(list.shares.length);
    this.#addBucketing(`variant:${list.stickiness}`, list.draw);
    for (const { upTo, selected } of list.shares) this.#written.push(upTo, decisionOf(selected));
  }
}
