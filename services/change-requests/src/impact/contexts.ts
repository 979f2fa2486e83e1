import type { EvaluatedContext } from '@signalbox/contracts';

/** A context to evaluate for, with the draw that decides wherever chance does: the same before and after. */
export interface Probe {
  /** The name of the saved context; null for a user made up. */
  readonly persona: string | null;
  readonly context: EvaluatedContext;
  readonly draw: number;
}

interface Persona {
  readonly name: string;
  readonly context: EvaluatedContext;
}

/**
 * The saved contexts, and up to `count` users made up: like each saved context in turn but for who they are, so that what is meant for a
 * country or a plan finds users there; strangers of whom nothing is known where nothing is saved.
 */
export function probesOf(personas: readonly Persona[], count: number): Probe[] {
  const patterns = [...personas.map(({ context }) => context), { appName: 'impact' }];
  const saved = personas.map(({ name, context }, index) => ({ persona: name, context, draw: drawOf(index, personas.length) }));
  const generated = Array.from({ length: count }, (_, index) => ({
    persona: null,
    context: { ...(patterns[index % patterns.length] as EvaluatedContext), userId: `user-${index}`, sessionId: `session-${index}` },
    draw: drawOf(index, count),
  }));
  return [...saved, ...generated];
}

/** Spread evenly over [0, 1), so that a share of the draws is that share of the contexts. */
const drawOf = (index: number, count: number): number => (index + 0.5) / count;
