import { createHash, randomBytes } from 'node:crypto';
import type { EvaluatedContext } from '@signalbox/contracts';

/** A context to evaluate, with a fixed draw in place of randomness, so that before and after are comparable. */
export interface Probe {
  /** The name of the saved context; null for any other. */
  readonly persona: string | null;
  readonly context: EvaluatedContext;
  readonly draw: number;
}

interface Persona {
  readonly name: string;
  readonly context: EvaluatedContext;
}

/** The contexts to evaluate: saved ones, recent ones, and the number of users to generate. */
export interface ProbeSources {
  readonly personas: readonly Persona[];
  readonly recent: readonly EvaluatedContext[];
  readonly generated: number;
}

/** Chosen per process, so that no constraint can be written to exclude exactly the generated users. */
const salt = randomBytes(16);

const idOf = (kind: string, index: number): string =>
  createHash('sha256').update(salt).update(`${kind}:${index}`).digest('hex').slice(0, 24);

/**
 * Generated users. Each copies one saved context in turn, except for its ids, so that strategies for a country or a plan match some of
 * them. Without saved contexts, they have only ids.
 */
export function generatedContexts(personas: readonly Persona[], count: number): EvaluatedContext[] {
  const patterns = [...personas.map(({ context }) => context), null];
  return Array.from({ length: count }, (_, index) => ({
    appName: idOf('application', index),
    ...patterns[index % patterns.length],
    userId: idOf('user', index),
    sessionId: idOf('session', index),
  }));
}

/** The saved contexts, the recent ones and the generated ones, with their draws. */
export function probesOf({ personas, recent, generated: count }: ProbeSources): Probe[] {
  const saved = personas.map(({ name, context }, index) => ({ persona: name, context, draw: drawOf(index, personas.length) }));
  const generated = generatedContexts(personas, count).map((context, index) => ({ persona: null, context, draw: drawOf(index, count) }));
  const sampled = recent.map((context, index) => ({ persona: null, context, draw: drawOf(index, recent.length) }));
  return [...saved, ...sampled, ...generated];
}

/** Spread evenly over [0, 1), so that a share of the draws is that share of the contexts. */
const drawOf = (index: number, count: number): number => (index + 0.5) / count;
