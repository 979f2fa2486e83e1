import type { EvaluationContext, Effects } from '../context.ts';
import { beginOutcome, type Evaluation, type Outcome, type SelectedVariant } from '../evaluation.ts';
import { bucketAfter } from '../hash.ts';
import { lookup } from '../lookup.ts';
import { mayRead, spend } from '../steps.ts';
import { alone, type Batch, byList, byTest, everybody, ruleLength } from './batch.ts';
import { failed, passed, readsClock, type Results, stepsShift } from './field-listings.ts';

/** Evaluation of a batch for one context. Results are equal to those of `CompiledFeature.evaluate`. */
export class BatchRun {
  readonly #batch: Batch;
  readonly #code: Int32Array;
  readonly #context: EvaluationContext;
  readonly #effects: Effects;
  readonly #outcome: Outcome = { ...beginOutcome(), steps: undefined, refusal: undefined };
  readonly #results: Results;
  readonly #identities: (string | undefined)[] = [];

  constructor(batch: Batch, context: EvaluationContext, effects: Effects) {
    this.#batch = batch;
    this.#code = batch.code;
    this.#context = context;
    this.#effects = effects;
    this.#results = new Int32Array(batch.shared.tests.length);
  }

  /** Inputs and steps that the last evaluation used. */
  get used(): Pick<Evaluation, 'readClock' | 'readRandom' | 'steps'> {
    return this.#outcome;
  }

  /** Evaluates the feature at an index of the batch. Returns the number of its decision. */
  evaluate(index: number): number {
    const code = this.#code;
    const outcome = this.#outcome;
    const start = this.#batch.starts[index] as number;
    const off = code[start] as number;
    const count = code[start + 1] as number;
    if (count === alone) return this.#evaluateAlone(index, off);
    outcome.readClock = false;
    outcome.readRandom = false;
    outcome.steps = undefined;
    let at = start + 2;
    for (let strategy = 0; strategy < count; strategy += 1) {
      const rule = at + 2 + (code[at + 1] as number);
      if (this.#allPass(at + 2, rule) && this.#isReached(rule)) return this.#select(off, rule + ruleLength);
      at = code[at] as number;
    }
    return off;
  }

  #evaluateAlone(index: number, off: number): number {
    const { features, lookup: parents } = this.#batch;
    const evaluation = (features[index] as Batch['features'][number]).evaluate(this.#context, this.#effects, parents);
    this.#outcome.readClock = evaluation.readClock;
    this.#outcome.readRandom = evaluation.readRandom;
    this.#outcome.steps = evaluation.steps;
    return evaluation.enabled ? this.#decisionFor(evaluation.variant, off + 1) : off;
  }

  /** Number of the first decision for a variant from `first` on, which is the feature's decision "on" or a later one. */
  #decisionFor(variant: SelectedVariant | undefined, first: number): number {
    const { decisions } = this.#batch;
    let decision = first;
    while (decisions[decision]?.variant !== variant) decision += 1;
    return decision;
  }

  #allPass(from: number, to: number): boolean {
    const code = this.#code;
    const results = this.#results;
    for (let at = from; at < to; at += 1) {
      const constraint = code[at] as number;
      const result = results[constraint] as number;
      if (result === failed || (result !== passed && !this.#passes(constraint))) return false;
    }
    return true;
  }

  /** Charges the steps of a known result as well, so that a feature has the same budget as by itself. */
  #passes(constraint: number): boolean {
    const result = this.#results[constraint] || this.#evaluateConstraint(constraint);
    if ((result & readsClock) !== 0) this.#outcome.readClock = true;
    const steps = result >> stepsShift;
    return (steps === 0 || spend(this.#outcome, steps)) && (result & passed) !== 0;
  }

  #evaluateConstraint(constraint: number): number {
    const { tests, indexes } = this.#batch.shared;
    const index = indexes[constraint];
    if (index) {
      index.evaluate(lookup(this.#context, index.field), this.#results);
      return this.#results[constraint] as number;
    }
    const aside = beginOutcome();
    const isPassed = tests[constraint]?.(this.#context, this.#effects, aside) ?? false;
    const result = (isPassed ? passed : failed) | (aside.readClock ? readsClock : 0) | ((aside.steps ?? 0) << stepsShift);
    this.#results[constraint] = result;
    return result;
  }

  #isReached(at: number): boolean {
    const code = this.#code;
    const identity = code[at] as number;
    if (identity === everybody) return true;
    if (identity === byTest) return this.#batch.rules[code[at + 1] as number]?.(this.#context, this.#effects, this.#outcome) ?? false;
    const bucket = this.#bucketAt(at, 100);
    return bucket > 0 && bucket <= (code[at + 4] as number);
  }

  /** Returns the number of the decision for the variant that the context gets from the variants at an index. */
  #select(off: number, at: number): number {
    const code = this.#code;
    const count = code[at] as number;
    if (count === 0) return code[at + 1] as number;
    if (count === byList) return this.#selectByList(off, code[at + 1] as number);
    const shares = at + 5;
    const end = shares + 2 * count;
    const bucket = this.#bucketAt(at + 1, code[end - 2] as number);
    if (bucket === 0) return off + 1;
    let share = shares;
    while (bucket > (code[share] as number)) share += 2;
    return code[share + 1] as number;
  }

  #selectByList(off: number, selection: number): number {
    const { list, first } = this.#batch.selections[selection] as Batch['selections'][number];
    const variant = list.select(this.#context, this.#effects, this.#outcome);
    return variant ? this.#decisionFor(variant, first) : off + 1;
  }

  /** Bucket in `1..size` of the identity and the group at an index: 0 without one, or without enough steps left to read a long one. */
  #bucketAt(at: number, size: number): number {
    const code = this.#code;
    const identity = code[at] as number;
    const id = this.#identities[identity] ?? this.#identify(identity);
    if (id === undefined || !mayRead(this.#outcome, id)) return 0;
    return bucketAfter(code[at + 1] as number, code[at + 2] as number, code[at + 3] as number, id, size);
  }

  /** Keeps the identity for other rules, unless it is random. */
  #identify(identity: number): string | undefined {
    const outcome = this.#outcome;
    const hasReadRandom = outcome.readRandom;
    outcome.readRandom = false;
    const id = this.#batch.shared.identities[identity]?.(this.#context, this.#effects, outcome);
    if (id !== undefined && !outcome.readRandom) this.#identities[identity] = id;
    outcome.readRandom ||= hasReadRandom;
    return id;
  }
}
