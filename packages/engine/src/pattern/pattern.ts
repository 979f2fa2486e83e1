import { RE2JS } from 're2js';
import { stepsPerEvaluation } from '../steps.ts';
import { weighPattern } from './weigh-pattern.ts';

/** Patterns that are longer or heavier are not even compiled: what is takes up to three milliseconds and half a megabyte. */
export const maxCharacters = 1000;
/** In instructions, as `weighPattern` counts them. */
export const maxInstructions = 1500;

/** A bound that a pattern goes beyond. */
export interface Excess {
  readonly of: 'characters' | 'instructions';
  readonly max: number;
  readonly got: number;
}

/** A pattern costs as if each text were longer by this, because the first time it is compiled. */
const charactersForCompiling = 64;

/**
 * RE2JS looks whether an anchored pattern leaves no choice anywhere, in time that grows with the third power of the pattern
 * and with a copy of each class for each instruction. What is heavier than this is kept from it.
 */
const maxOnePassWeight = 50;
/** Matches nothing, in all places; behind a group RE2JS does not look. No quantifier can follow it, as none can begin a pattern. */
const skipOnePass = '(){1}?';

/** A regular expression of the RE2 flavour that cannot cost more than it may. It is compiled when it is first tried. */
export class Pattern {
  /** How many instructions its program has at most, with the work that its classes are. */
  readonly weight: number;
  /** Why it is never tried, and never compiled. */
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

  /** As people write them for JavaScript: with `/`, `\u0041` and `(?<name>)`. */
  static fromJavaScript(text: string): Pattern {
    return new Pattern(RE2JS.translateRegExp(text));
  }

  /** Where the text is no regular expression: why. RE2 does not know look-around, for example. */
  get flaw(): string | undefined {
    const compiled = this.#compile();
    return compiled instanceof Error ? compiled.message.replace(skipOnePass, '') : undefined;
  }

  /** What it takes to try the pattern on a text of this length. */
  stepsOn(characters: number): number {
    return this.weight * (charactersForCompiling + characters);
  }

  /** Whether it matches any part of the text. Whoever asks has made sure of the steps. */
  isIn(text: string): boolean {
    const compiled = this.#compile();
    return compiled instanceof RE2JS && compiled.matcher(text).find();
  }

  /** Whether it matches the whole text. Texts that would take more steps than an evaluation may are not covered. */
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
