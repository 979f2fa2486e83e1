import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Static, TSchema } from 'typebox';

/** A problem of a value, with its path. */
export type Problem = ErrorObject;

/** Returns true if a value satisfies a schema, with the same formats and messages everywhere. */
export interface Validator<T = unknown> {
  (value: unknown): value is T;
  /** All problems of the value; none if it is valid. */
  problemsOf(value: unknown): readonly Problem[];
}

/**
 * Coercion during validation: nothing, for messages of services; scalars as the wire format allows (`"true"` to true, 7 to "7", but never
 * null); or additionally a single value to a list, for query strings. Defaults are filled in.
 */
export type Coercion = 'nothing' | 'scalars' | 'lists';

/**
 * A test checks the schemas against the dialect, so a start need not. Generated code is not optimized, which would take longer than the
 * rest of compiling; V8 optimizes hot code anyway.
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

/** Rejects null before a coercing type check could turn it into false, 0 or "". Its value is the declared type. */
compilers.scalars.addKeyword({
  keyword: 'notNull',
  schemaType: 'string',
  errors: false,
  validate: (_type: string, data: unknown) => data !== null,
});

const coercedTypes: readonly unknown[] = ['boolean', 'integer', 'number', 'string'];

/** Allows `null` in each scalar type, so that it is not coerced, and rejects it by `notNull`. */
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

/** Coercing schemas by the schemas that they come from. The compiler, which keeps what it has compiled, then knows each of them. */
const coercing = new Map<TSchema, TSchema>();

function coercingOf(schema: TSchema): TSchema {
  const known = coercing.get(schema) ?? (withoutNull(schema) as TSchema);
  coercing.set(schema, known);
  return known;
}

/** Compiles the schema when the first value arrives, because a process has hundreds and must start quickly. */
export function validator<S extends TSchema>(schema: S, coercion: Coercion = 'nothing'): Validator<Static<S>> {
  let compiled: ValidateFunction | undefined;
  const check = (value: unknown) => (compiled ??= compilers[coercion].compile(coercion === 'scalars' ? coercingOf(schema) : schema))(value);
  const isValid = (value: unknown): value is Static<S> => check(value);
  return Object.assign(isValid, { problemsOf: (value: unknown) => (check(value) ? [] : (compiled?.errors ?? [])) });
}
