import { Failure } from '@signalbox/contracts';
import { Pattern, stepsPerEvaluation } from '@signalbox/engine';
import { chunksOf, yieldToOthers } from '@signalbox/kit';
import type { Static } from 'typebox';
import { boundOf } from '../../vocabulary/constraint/pattern-problem.ts';
import type { FeatureNaming, FeatureNamingInput } from './feature-naming.schema.ts';

export const noNaming: FeatureNaming = { pattern: null, example: null, description: null };

/** Throws 400 for a rule that could never match a feature, with one detail per problem (reference, toggle side §5.3). */
export function normaliseNaming(input: Static<typeof FeatureNamingInput>): FeatureNaming {
  const naming = { pattern: input.pattern || null, example: input.example || null, description: input.description || null };
  const problems = naming.pattern === null ? withoutPattern(naming) : problemsOf(naming.pattern, naming.example);
  const [first] = problems;
  if (first !== undefined) {
    throw new Failure('BadDataError', first, { details: problems.map((message) => ({ message, path: 'featureNaming' })) });
  }
  return naming;
}

const maxNameLength = 100;

/**
 * Returns the names that the pattern does not match completely. Yields to other work after as many names as take a few
 * milliseconds. A pattern that was stored before there were limits and exceeds them matches no name.
 */
export async function uncovered(pattern: string, names: readonly string[]): Promise<string[]> {
  const naming = Pattern.fromJavaScript(pattern);
  const atOnce = Math.max(1, Math.floor(stepsPerEvaluation / naming.stepsOn(maxNameLength)));
  const found: string[] = [];
  for (const chunk of chunksOf(names, atOnce)) {
    found.push(...chunk.filter((name) => !naming.covers(name)));
    if (chunk.length === atOnce) await yieldToOthers();
  }
  return found;
}

/** Explains that the pattern matches nothing because of its size. Empty for all other patterns. */
export function sizeNote(pattern: string): string {
  const { excess } = Pattern.fromJavaScript(pattern);
  return excess ? ` The pattern itself ${boundOf(excess)}. Change the pattern.` : '';
}

const blank = /\s|\\[tsnrfv]/;

function withoutPattern({ example, description }: FeatureNaming): string[] {
  return [
    ...(example === null ? [] : ['featureNaming.example requires featureNaming.pattern.']),
    ...(description === null ? [] : ['featureNaming.description requires featureNaming.pattern.']),
  ];
}

function problemsOf(pattern: string, example: string | null): string[] {
  const problems = blank.test(pattern) ? ['featureNaming.pattern must not contain spaces: feature names cannot have any.'] : [];
  const naming = Pattern.fromJavaScript(pattern);
  const { excess, flaw } = naming;
  if (excess) return [...problems, `featureNaming.pattern ${boundOf(excess)}; got ${excess.got}.`];
  if (flaw !== undefined) return [...problems, `featureNaming.pattern must be a valid regular expression (RE2 syntax): ${flaw}.`];
  if (example === null || naming.covers(example)) return problems;
  return [...problems, `featureNaming.example must match the pattern ${pattern}; got ${example}.`];
}
