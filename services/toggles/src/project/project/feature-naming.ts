import { Failure } from '@signalbox/contracts';
import { RE2JS } from 're2js';
import type { Static } from 'typebox';
import type { FeatureNaming, FeatureNamingInput } from './feature-naming.schema.ts';

export const noNaming: FeatureNaming = { pattern: null, example: null, description: null };

/** Refuses what could never name a feature, one detail per problem (reference, toggle side §5.3). */
export function normaliseNaming(input: Static<typeof FeatureNamingInput>): FeatureNaming {
  const naming = { pattern: input.pattern || null, example: input.example || null, description: input.description || null };
  const problems = naming.pattern === null ? withoutPattern(naming) : problemsOf(naming.pattern, naming.example);
  const [first] = problems;
  if (first !== undefined) {
    throw new Failure('BadDataError', first, { details: problems.map((message) => ({ message, path: 'featureNaming' })) });
  }
  return naming;
}

/** Tells whether the pattern covers the whole of a name. It runs in linear time, because users write it. */
export function nameMatcher(pattern: string): (name: string) => boolean {
  const compiled = compile(pattern);
  return (name) => compiled.matches(name);
}

const blank = /\s|\\[tsnrfv]/;

function withoutPattern({ example, description }: FeatureNaming): string[] {
  return [
    ...(example === null ? [] : ['featureNaming.example needs featureNaming.pattern.']),
    ...(description === null ? [] : ['featureNaming.description needs a pattern to describe.']),
  ];
}

function problemsOf(pattern: string, example: string | null): string[] {
  const problems = blank.test(pattern) ? ['featureNaming.pattern must not ask for blanks: names have none.'] : [];
  const flaw = flawOf(pattern);
  if (flaw !== null) return [...problems, `featureNaming.pattern is not a regular expression (RE2 syntax): ${flaw}.`];
  if (example === null || nameMatcher(pattern)(example)) return problems;
  return [...problems, `featureNaming.example must match the pattern ${pattern}; got ${example}.`];
}

function flawOf(pattern: string): string | null {
  try {
    compile(pattern);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

const compile = (pattern: string) => RE2JS.compile(RE2JS.translateRegExp(pattern));
