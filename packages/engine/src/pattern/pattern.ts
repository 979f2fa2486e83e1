import { RE2JS } from 're2js';
import { stepsPerEvaluation } from '../steps.ts';
import { weighPattern } from './weigh-pattern.ts';

/** Limits of length and weight for compiling a pattern. Compiling takes up to three milliseconds and half a megabyte within them. */
export const maxCharacters = 1000;
/** In instructions, as `weighPattern` counts them. */
export const maxInstructions = 1500;

/** An exceeded limit of a pattern. */
export interface Excess {
  readonly of: 'characters' | 'instructions';
  readonly max: number;
  readonly got: number;
}

/** Adds the cost of the first compilation to each trial, as if the text were longer. */
const charactersForCompiling = 64;

/**
 * RE2JS checks if an anchored pattern is deterministic, in cubic time and with a copy of each class per instruction. Heavier patterns skip
 * this check.
 */
const maxOnePassWeight = 50;
/**
 * Matches the empty text anywhere, and disables that check, which does not look past a group. No quantifier can follow it, because a pattern
 * cannot begin with one.
 */
const skipOnePass = '(){1}?';

/** An RE2 regular expression of limited cost. It is compiled at first use. */
export class Pattern {
  /** Maximum number of instructions of its program, including the cost of its classes. */
  readonly weight: number;
  /** Reason why it is never compiled or tried. */
  readonly excess: Excess | undefined;
  readonly #text: string;
  readonly #flags: number;
  #compiled: RE2JS | Error | undefined;

  constructor(text: string, { caseInsensitive = false }: { readonly caseInsensitive?: boolean | undefined } = {}) {
    this.#text = text;
    this.#flags = caseInsensitive ? RE2JS.CASE_INSENSITIVE : 0;
    this.weight = text.length > maxCharacters ? Number.POSITIVE_INFINITY : weighPattern(text, caseInsensitive);
    this.excess = excessOf(text, this.weight);
  }

  /** Translates JavaScript syntax: `/`, `\u0041` and `(?<name>)`. */
  static fromJavaScript(text: string): Pattern {
    return new Pattern(RE2JS.translateRegExp(text));
  }

  /** Reason why the pattern is invalid, if so. RE2 does not support look-around, for example. */
  get flaw(): string | undefined {
    const compiled = this.#compile();
    return compiled instanceof Error ? compiled.message.replace(skipOnePass, '') : undefined;
  }

  /** Steps to try the pattern on a text of this length. */
  stepsOn(characters: number): number {
    return this.weight * (charactersForCompiling + characters);
  }

  /** Returns true if it matches any part of the text. The caller has already charged the steps. */
  isIn(text: string): boolean {
    const compiled = this.#compile();
    return compiled instanceof RE2JS && compiled.matcher(text).find();
  }

  /** Returns true if it matches the complete text. Texts that would exceed the steps of an evaluation do not match. */
  covers(text: string): boolean {
    if (this.stepsOn(text.length) > stepsPerEvaluation) return false;
    const compiled = this.#compile();
    return compiled instanceof RE2JS && compiled.matcher(text).matches();
  }

  #compile(): RE2JS | Error {
    this.#compiled ??= this.excess ? new Error('the pattern is too large') : this.#attempt();
    return this.#compiled;
  }

  #attempt(): RE2JS | Error {
    try {
      return RE2JS.compile(this.weight > maxOnePassWeight ? skipOnePass + this.#text : this.#text, this.#flags);
    } catch (error) {
      return error as Error;
    }
  }
}

function excessOf({ length }: string, weight: number): Excess | undefined {
  if (length > maxCharacters) return { of: 'characters', max: maxCharacters, got: length };
  if (weight > maxInstructions) return { of: 'instructions', max: maxInstructions, got: weight };
  return undefined;
}
