import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import addFormats from 'ajv-formats';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { Static, TSchema } from 'typebox';

/** A problem of a value, with its path. */
export type Problem = ErrorObject;

/** Returns true if a value satisfies a schema, with the same formats and messages everywhere. */
export interface Validator<T = unknown> {
  (value: unknown): value is T;
  /** All problems of the value; none if it is valid. Only the first one of a value with more than 10,000 parts. */
  problemsOf(value: unknown): readonly Problem[];
}

/**
 * Coercion during validation: nothing, for messages of services; scalars as the wire format allows (`"true"` to true, 7 to "7", but never
 * null) and times without a zone to UTC; or additionally a single value to a list, for query strings. Defaults are filled in.
 */
export type Coercion = 'nothing' | 'scalars' | 'lists';

/**
 * A test checks the schemas against the dialect, so a start need not. Generated code is not optimized, which would take longer than the
 * rest of compiling; V8 optimizes hot code anyway.
 */
const options = {
  allowUnionTypes: true,
  useDefaults: true,
  verbose: true,
  strict: false,
  strictNumbers: true,
  meta: false,
  validateSchema: false,
  code: { optimize: false },
} as const;
const coerceTypes = { nothing: false, scalars: true, lists: 'array' } as const;

const rfc3339 = fullFormats['date-time'] as { readonly validate: (text: string) => boolean };

/** A point in time of RFC 3339 that `Date` can represent, unlike a leap second. */
const isDateTime = (text: string): boolean => rfc3339.validate(text) && !Number.isNaN(Date.parse(text));

/** SDKs of some languages, and people, leave out the zone: JavaScript would read such a time in the zone of the server. */
const withoutZone = /^\d{4}-\d\d-\d\d[tT\s]\d\d:\d\d:\d\d(?:\.\d+)?$/;

function openCompiler(coercion: Coercion, allErrors: boolean): Ajv2020 {
  const compiler = addFormats.default(new Ajv2020({ ...options, allErrors, coerceTypes: coerceTypes[coercion] }));
  compiler.addFormat('date-time', isDateTime);
  compiler.addKeyword({
    keyword: 'inUtc',
    type: 'string',
    before: 'format',
    schemaType: 'boolean',
    modifying: true,
    errors: false,
    validate: (_isInUtc: boolean, text: string, _schema?: object, context?: DataValidationCxt) => {
      if (context?.parentData && withoutZone.test(text)) Reflect.set(context.parentData as object, context.parentDataProperty, `${text}Z`);
      return true;
    },
  });
  // Rejects null before a coercing type check could turn it into false, 0 or "". Its value is the declared type.
  return compiler.addKeyword({
    keyword: 'notNull',
    schemaType: 'string',
    errors: false,
    validate: (_type: string, data: unknown) => data !== null,
  });
}

/** Compilers by coercion: the first reports all problems, the second only one. */
const compilers: Readonly<Record<Coercion, readonly [all: Ajv2020, first: Ajv2020]>> = {
  nothing: [openCompiler('nothing', true), openCompiler('nothing', false)],
  scalars: [openCompiler('scalars', true), openCompiler('scalars', false)],
  lists: [openCompiler('lists', true), openCompiler('lists', false)],
};

const coercedTypes: readonly unknown[] = ['boolean', 'integer', 'number', 'string'];

/**
 * Allows `null` in each scalar type, so that it is not coerced, and rejects it by `notNull`. A number that may be null rejects `false`,
 * `true` and "" before coercion, which would turn them into 0, 1 and null.
 */
function withoutNull(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutNull);
  if (typeof schema !== 'object' || schema === null) return schema;
  const own = Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, (inner[keyword] ?? same)(value)]));
  if (own['format'] === 'date-time') own['inUtc'] = true;
  // Defaults of schemas in `allOf` are not filled in.
  if (isNullableNumber(own['type']))
    return { ...('default' in own && { default: own['default'] }), not: { enum: [false, true, ''] }, allOf: [own] };
  if (!coercedTypes.includes(own['type']) || 'enum' in own || 'const' in own) return own;
  return { ...own, type: [own['type'], 'null'], notNull: own['type'] };
}

const isNullableNumber = (type: unknown): boolean =>
  Array.isArray(type) && type.length === 2 && type.includes('null') && (type.includes('integer') || type.includes('number'));

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
  const [all, first] = compilers[coercion];
  const compile = (compiler: Ajv2020) => compiler.compile(coercion === 'scalars' ? coercingOf(schema) : schema);
  let checkFirst: ValidateFunction | undefined;
  let checkAll: ValidateFunction | undefined;
  const isValid = (value: unknown): value is Static<S> => (checkFirst ??= compile(first))(value);
  return Object.assign(isValid, {
    problemsOf(value: unknown) {
      if (isValid(value)) return [];
      if (isLarge(value)) return checkFirst?.errors ?? [];
      checkAll ??= compile(all);
      return checkAll(value) ? [] : (checkAll.errors ?? []);
    },
  });
}

/** A value may have as many problems as parts, and each problem takes memory. */
const maxParts = 10_000;

function isLarge(value: unknown): boolean {
  const waiting = [value];
  for (let parts = 0; waiting.length > 0; parts += 1) {
    const part = waiting.pop();
    if (typeof part === 'object' && part !== null) waiting.push(...Object.values(part).slice(0, maxParts));
    if (parts + waiting.length > maxParts) return true;
  }
  return false;
}
