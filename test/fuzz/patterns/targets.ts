import { Pattern, stepsPerEvaluation } from '@signalbox/engine';
import { RE2JS } from 're2js';
import { evaluate, featureOf } from './features.ts';

/** A pattern as in a constraint. */
export interface Written {
  readonly text: string;
  readonly caseInsensitive: boolean;
}

/** An evaluator of patterns, and the patterns that it accepts. */
export interface Target {
  admits(pattern: Written): boolean;
  /** Length of the text that the pattern is matched against. */
  maxTextFor(pattern: Written): number;
  /** Compiles the pattern and matches it against the text. */
  evaluate(pattern: Written, text: string): void;
}

/** Maximum size of a context, because requests are not larger. */
export const maxText = 100_000;

export const patternOf = ({ text, caseInsensitive }: Written): Pattern => new Pattern(text, { caseInsensitive });

/** The engine of the product. */
export const engine: Target = {
  admits: (written) => patternOf(written).excess === undefined,
  maxTextFor: (written) => {
    const pattern = patternOf(written);
    return Math.min(Math.floor((stepsPerEvaluation - pattern.stepsOn(0)) / pattern.weight), maxText);
  },
  evaluate: ({ text: value, caseInsensitive }, text) => {
    evaluate(featureOf([[{ contextName: 'userId', operator: 'REGEX', value, caseInsensitive }]]), { userId: text });
  },
};

/** RE2JS without limits, except for the length of patterns, on short texts only. */
export const unbounded: Target = {
  admits: ({ text }) => text.length <= 300,
  maxTextFor: () => 100,
  evaluate: (written, text) => void compile(written)?.matcher(text).find(),
};

/** Undefined for an invalid pattern: its cost is that of detecting the error. */
function compile({ text, caseInsensitive }: Written): RE2JS | undefined {
  try {
    return RE2JS.compile(text, caseInsensitive ? RE2JS.CASE_INSENSITIVE : 0);
  } catch {
    return undefined;
  }
}

/** Three instructions around a pattern that keep its meaning and RE2JS's speed: see `Pattern`. */
const ahead = { text: '(){1}?', instructions: 3 };

/** Number of RE2JS instructions; undefined for an invalid pattern. */
export function compiledSizeOf({ text, caseInsensitive }: Written): number | undefined {
  const compiled = compile({ text: ahead.text + text, caseInsensitive });
  return compiled && compiled.programSize() - ahead.instructions;
}
