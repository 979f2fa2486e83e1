import type { EvaluatedContext } from '@signalbox/contracts';
import type { EvaluationContext } from '../context.ts';

/** A context from a request, including unknown fields. */
export type WrittenContext = EvaluatedContext & Readonly<Record<string, unknown>>;

/** A context in one environment. */
export interface RequestedContext {
  /** The context as JSON, for the response. */
  readonly json: string;
  /** The context for the evaluation. Applications set their environment; here it is the requested one, unless the context names another. */
  readonly complete: EvaluationContext;
}

/** All contexts that a written one stands for. */
export interface Combinations {
  /** Their number: exact up to 2^53, approximate above. */
  readonly count: number;
  /** Yields each without `properties`, which become fields. The values of the last field vary fastest. */
  all(): Generator<EvaluationContext>;
  /** All of them in an environment, for repeated iteration. */
  in(environment: string): Iterable<RequestedContext>;
  /** Fields that cannot be evaluated (neither text nor number nor boolean), in their order. */
  readonly dropped: readonly string[];
}

/**
 * Splits each text at its commas, keeping blanks and empty parts, and combines each value of one field with all others (reference,
 * playground §3.2). Combinations are created lazily.
 */
export function combine(written: WrittenContext): Combinations {
  const { fields, dropped } = flatten(written);
  const values = [...fields].map(([name, value]) => [name, typeof value === 'string' ? value.split(',') : [value]] as const);
  const count = values.reduce((product, [, { length }]) => product * length, 1);
  const all = () => everyOne(values);
  return { count, all, in: (environment) => allIn(environment, all, count), dropped };
}

/** Contexts that are evaluated for thousands of features are created once, unless there are too many. */
const maxAtATime = 1000;

function allIn(environment: string, all: Combinations['all'], count: number): Iterable<RequestedContext> {
  const each = () => all().map((context) => requestedIn(environment, context));
  return count <= maxAtATime ? [...each()] : { [Symbol.iterator]: each };
}

/** Sets the requested environment, unless the context names another. */
export const requestedIn = (environment: string, context: EvaluationContext): RequestedContext => ({
  json: JSON.stringify(context),
  complete: context.environment ? context : { ...context, environment },
});

/** Turns `properties` into fields, and drops fields that cannot be evaluated. */
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

/** Counts through the combinations like an odometer, one context at a time. */
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
