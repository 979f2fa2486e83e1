import type { EvaluatedContext } from '@signalbox/contracts';
import type { EvaluationContext } from '../context.ts';

/** A context as somebody wrote it, with whatever fields it has beyond the known ones. */
export type WrittenContext = EvaluatedContext & Readonly<Record<string, unknown>>;

/** One context in one environment. */
export interface RequestedContext {
  /** As it is told: JSON. */
  readonly told: string;
  /** As it is evaluated: applications say in which environment they are; who asks here has named it, unless the context says otherwise. */
  readonly complete: EvaluationContext;
}

/** All contexts that are meant by a written one. */
export interface Combinations {
  /** How many there are: exact up to 2^53, above it as near as a number comes. */
  readonly count: number;
  /** Each of them without `properties`, those being fields like the others; the values of the last field vary fastest. */
  all(): Generator<EvaluationContext>;
  /** All of them in an environment, to be walked over as often as one likes. */
  in(environment: string): Iterable<RequestedContext>;
  /** Fields of which nothing can be evaluated, neither text nor number nor boolean, in the order in which they came. */
  readonly dropped: readonly string[];
}

/**
 * Splits each text at its commas, keeping blanks and empty pieces, and combines each value of one field with all of the
 * others (reference, playground §3.2). Nothing is combined before it is asked for.
 */
export function combine(written: WrittenContext): Combinations {
  const { fields, dropped } = flatten(written);
  const values = [...fields].map(([name, value]) => [name, typeof value === 'string' ? value.split(',') : [value]] as const);
  const count = values.reduce((product, [, { length }]) => product * length, 1);
  const all = () => everyOne(values);
  return { count, all, in: (environment) => allIn(environment, all, count), dropped };
}

/** Contexts that are asked for of thousands of features are made once, unless they are too many to have at a time. */
const maxAtATime = 1000;

function allIn(environment: string, all: Combinations['all'], count: number): Iterable<RequestedContext> {
  const each = () => all().map((context) => requestedIn(environment, context));
  return count <= maxAtATime ? [...each()] : { [Symbol.iterator]: each };
}

/** A context in the environment that is asked about, unless it names another. */
export const requestedIn = (environment: string, context: EvaluationContext): RequestedContext => ({
  told: JSON.stringify(context),
  complete: context.environment ? context : { ...context, environment },
});

/** The context as it stands, with `properties` as fields; what cannot be evaluated is left out. */
export function flatten(written: WrittenContext): { readonly fields: ReadonlyMap<string, unknown>; readonly dropped: readonly string[] } {
  const fields = new Map<string, unknown>();
  const dropped: string[] = [];
  for (const [name, value] of Object.entries(written)) {
    if (name === 'properties') for (const [property, text] of Object.entries(written.properties ?? {})) fields.set(property, text);
    else if (isEvaluable(value)) fields.set(name, value);
    else dropped.push(name);
  }
  return { fields, dropped };
}

const isEvaluable = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

type Values = readonly (readonly [name: string, values: readonly unknown[]])[];

/** Counts through the combinations like an odometer: one context is there at a time. */
function* everyOne(fields: Values): Generator<EvaluationContext> {
  const at = fields.map(() => 0);
  for (;;) {
    yield Object.fromEntries(fields.map(([name, values], field) => [name, values[at[field] ?? 0]]));
    let field = fields.length - 1;
    for (; field >= 0; field -= 1) {
      const next = (at[field] ?? 0) + 1;
      at[field] = next < (fields[field]?.[1].length ?? 0) ? next : 0;
      if (at[field] !== 0) break;
    }
    if (field < 0) return;
  }
}
