import { Pattern, stepsPerEvaluation } from '@signalbox/engine';
import { RE2JS } from 're2js';
import { evaluate, featureOf } from './features.ts';

/** A pattern as it stands in a constraint. */
export interface Written {
  readonly text: string;
  readonly caseInsensitive: boolean;
}

/** What evaluates patterns, and what it lets through. */
export interface Target {
  admits(pattern: Written): boolean;
  /** How many characters of text the pattern is tried on. */
  maxTextFor(pattern: Written): number;
  /** Compiles the pattern and tries it on the text. */
  evaluate(pattern: Written, text: string): void;
}

/** What a context may hold: requests are not larger. */
export const maxText = 100_000;

export const patternOf = ({ text, caseInsensitive }: Written): Pattern => new Pattern(text, { caseInsensitive });

/** The engine as it is. */
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

/** What it is made of, without a bound but on the length of patterns, and asked for short texts alone. */
export const unbounded: Target = {
  admits: ({ text }) => text.length <= 300,
  maxTextFor: () => 100,
  evaluate: (written, text) => void compile(written)?.matcher(text).find(),
};

/** Undefined for what is no pattern: it costs what it takes to find that out. */
function compile({ text, caseInsensitive }: Written): RE2JS | undefined {
  try {
    return RE2JS.compile(text, caseInsensitive ? RE2JS.CASE_INSENSITIVE : 0);
  } catch {
    return undefined;
  }
}

/** Three instructions that a pattern keeps its meaning behind, and RE2JS its quickness: see `Pattern`. */
const ahead = { text: '(){1}?', instructions: 3 };

/** How many instructions RE2JS makes of it; undefined for what is no pattern. */
export function compiledSizeOf({ text, caseInsensitive }: Written): number | undefined {
  const compiled = compile({ text: ahead.text + text, caseInsensitive });
  return compiled && compiled.programSize() - ahead.instructions;
}
