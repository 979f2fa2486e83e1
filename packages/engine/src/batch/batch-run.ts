import type { EvaluationContext, Effects } from '../context.ts';
import { beginOutcome, type Evaluation, type Outcome } from '../evaluation.ts';
import { bucketAfter } from '../hash.ts';
import { lookup } from '../lookup.ts';
import { mayRead, spend } from '../steps.ts';
import { alone, type Batch, byTest, everybody, ruleLength, switchedOff } from './batch.ts';
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

  /** Evaluates the feature at an index of the batch. The result is valid until the next call. */
  evaluate(index: number): Evaluation {
    const { features, lookup: parents, starts, variants } = this.#batch;
    const start = starts[index] as number;
    if (start === alone) return (features[index] as Batch['features'][number]).evaluate(this.#context, this.#effects, parents);
    const outcome = this.#begin();
    const winner = this.#winner(index, start);
    if (winner < 0) return outcome;
    outcome.enabled = true;
    outcome.variant = variants[winner]?.select(this.#context, this.#effects, outcome);
    return outcome;
  }

  #begin(): Outcome {
    const outcome = this.#outcome;
    outcome.enabled = false;
    outcome.variant = undefined;
    outcome.readClock = false;
    outcome.readRandom = false;
    outcome.steps = undefined;
    return outcome;
  }

  /** Index of the rule whose variants apply, or -1 if the feature is off. */
  #winner(index: number, start: number): number {
    const code = this.#code;
    const first = this.#batch.firstRules[index] as number;
    const count = code[start] as number;
    if (count === switchedOff) return -1;
    if (count === 0) return first;
    let at = start + 1;
    for (let rule = first; rule < first + count; rule += 1) {
      const end = at + 1 + (code[at] as number);
      if (this.#allPass(at + 1, end) && this.#isReached(rule, end)) return rule;
      at = end + ruleLength;
    }
    return -1;
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

  #isReached(rule: number, at: number): boolean {
    const code = this.#code;
    const identity = code[at] as number;
    if (identity === everybody) return true;
    if (identity === byTest) return this.#batch.rules[rule]?.(this.#context, this.#effects, this.#outcome) ?? false;
    const id = this.#identities[identity] ?? this.#identify(identity);
    if (id === undefined || !mayRead(this.#outcome, id)) return false;
    const bucket = bucketAfter(code[at + 1] as number, code[at + 2] as number, code[at + 3] as number, id, 100);
    return bucket <= (code[at + 4] as number);
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
