import type { EvaluatedContext } from '@signalbox/contracts';

/** A context to evaluate for, with the draw that decides wherever chance does: the same before and after. */
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

/** What is evaluated for: contexts that are saved, contexts that were asked for lately, and how many users are made up. */
export interface Wanted {
  readonly personas: readonly Persona[];
  readonly recent: readonly EvaluatedContext[];
  readonly generated: number;
}

/**
 * The saved contexts, the recent ones, and users made up: like each saved context in turn but for who they are, so that what is meant for a
 * country or a plan finds users there; strangers of whom nothing is known where nothing is saved.
 */
export function probesOf({ personas, recent, generated: count }: Wanted): Probe[] {
  const patterns = [...personas.map(({ context }) => context), { appName: 'impact' }];
  const saved = personas.map(({ name, context }, index) => ({ persona: name, context, draw: drawOf(index, personas.length) }));
  const generated = Array.from({ length: count }, (_, index) => ({
    persona: null,
    context: { ...(patterns[index % patterns.length] as EvaluatedContext), userId: `user-${index}`, sessionId: `session-${index}` },
    draw: drawOf(index, count),
  }));
  const asked = recent.map((context, index) => ({ persona: null, context, draw: drawOf(index, recent.length) }));
  return [...saved, ...asked, ...generated];
}

/** Spread evenly over [0, 1), so that a share of the draws is that share of the contexts. */
const drawOf = (index: number, count: number): number => (index + 0.5) / count;
