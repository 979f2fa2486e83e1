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
 * to true, 7 to "7", but never null); and a single value into a list, for query strings. Defaults are filled in.
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

/** Fails for null: a coercing type check would turn it into false, 0 or "" first. Its value is the type that null is not. */
compilers.scalars.addKeyword({
  keyword: 'notNull',
  schemaType: 'string',
  errors: false,
  validate: (_type: string, data: unknown) => data !== null,
});

const coercedTypes: readonly unknown[] = ['boolean', 'integer', 'number', 'string'];

/** The schema with `null` let through each scalar type, so that it is not coerced, and refused by `notNull`. */
function withoutNull(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutNull);
  if (typeof schema !== 'object' || schema === null) return schema;
  const own = Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, (inner[keyword] ?? same)(value)]));
  if (!coercedTypes.includes(own['type']) || 'enum' in own || 'const' in own) return own;
  return { ...own, type: [own['type'], 'null'], notNull: own['type'] };
}

const same = (value: unknown): unknown => value;
const ofEach = (schemas: unknown): unknown =>
  Object.fromEntries(Object.entries(schemas as object).map(([name, schema]) => [name, withoutNull(schema)]));

/** Keywords whose values are schemas. */
const inner: Readonly<Record<string, (value: unknown) => unknown>> = {
  properties: ofEach,
  patternProperties: ofEach,
  additionalProperties: withoutNull,
  items: withoutNull,
  prefixItems: withoutNull,
  allOf: withoutNull,
  anyOf: withoutNull,
  oneOf: withoutNull,
  not: withoutNull,
};

/** Compiles the schema when the first value comes: a process has hundreds, and shall start at once. */
export function validator<S extends TSchema>(schema: S, coercion: Coercion = 'nothing'): Validator<Static<S>> {
  let compiled: ValidateFunction | undefined;
  const check = (value: unknown) =>
    (compiled ??= compilers[coercion].compile(coercion === 'scalars' ? (withoutNull(schema) as S) : schema))(value);
  const isValid = (value: unknown): value is Static<S> => check(value);
  return Object.assign(isValid, { problemsOf: (value: unknown) => (check(value) ? [] : (compiled?.errors ?? [])) });
}
