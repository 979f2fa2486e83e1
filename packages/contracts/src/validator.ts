import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Static, TSchema } from 'typebox';

/** What is wrong with a value, and where. */
export type Problem = ErrorObject;

/** Whether a value is what a schema says, with the same formats and messages wherever it is asked. */
export interface Validator<T = unknown> {
  (value: unknown): value is T;
  /** All that is wrong with the value; none where it is right. */
  problemsOf(value: unknown): readonly Problem[];
}

/**
 * What a value is turned into on the way: nothing, for what services write themselves; scalars as the wire allows (`"true"`
 * to true); and a single value into a list, for query strings. Defaults are filled in.
 */
export type Coercion = 'nothing' | 'scalars' | 'lists';

/**
 * Schemas are checked against the dialect by a test and not at each start, and their code is not tidied after it was generated: that takes
 * longer than all else of compiling, and V8 does the same where code runs often.
 */
const options = {
  allErrors: true,
  allowUnionTypes: true,
  useDefaults: true,
  verbose: true,
  strict: false,
  meta: false,
  validateSchema: false,
  code: { optimize: false },
} as const;
const compilers: Readonly<Record<Coercion, Ajv2020>> = {
  nothing: addFormats.default(new Ajv2020(options)),
  scalars: addFormats.default(new Ajv2020({ ...options, coerceTypes: true })),
  lists: addFormats.default(new Ajv2020({ ...options, coerceTypes: 'array' })),
};

/** Compiles the schema when the first value comes: a process has hundreds, and shall start at once. */
export function validator<S extends TSchema>(schema: S, coercion: Coercion = 'nothing'): Validator<Static<S>> {
  let compiled: ValidateFunction | undefined;
  const check = (value: unknown) => (compiled ??= compilers[coercion].compile(schema))(value);
  const isValid = (value: unknown): value is Static<S> => check(value);
  return Object.assign(isValid, { problemsOf: (value: unknown) => (check(value) ? [] : (compiled?.errors ?? [])) });
}
