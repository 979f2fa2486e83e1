import { yieldToOthers } from '@signalbox/timing';
import { Failure, type FailureDetail } from '@signalbox/contracts';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Static, TSchema } from 'typebox';

const options = { allErrors: true, allowUnionTypes: true, useDefaults: true, verbose: true, strict: false } as const;
const strict = addFormats.default(new Ajv2020(options));
const coercing = addFormats.default(new Ajv2020({ ...options, coerceTypes: true }));
const coercingLists = addFormats.default(new Ajv2020({ ...options, coerceTypes: 'array' }));

/** A validator that coerces nothing: for what services write themselves. */
export const compile = <T extends TSchema>(schema: T): ValidateFunction<Static<T>> => strict.compile<Static<T>>(schema);

/**
 * Checks one part of a request, coercing as the wire allows (`"true"` to true). Queries also widen a value to a list, read
 * lists in both spellings, and have no parameter that the schema does not name. The schema is compiled when the first request comes: a service has hundreds, and shall start at once.
 */
export function requestCheck(part: 'params' | 'query', schema: TSchema): (value: Record<string, unknown>) => void {
  let validate: ValidateFunction | undefined;
  return (value) => {
    refuseUnstorable(value);
    if (part === 'query') readParameters(value, schema);
    validate ??= (part === 'query' ? coercingLists : coercing).compile(schema);
    if (!validate(value)) throw invalid(validate.errors ?? []);
  };
}

/** Lists come as `x=a&x=b` or, from some clients, as `x[]=a&x[]=b`. What is not known would filter nothing, without a word. */
function readParameters(query: Record<string, unknown>, { properties = {} }: Shape): void {
  for (const name of Object.keys(properties).filter((property) => properties[property]?.type === 'array')) {
    const bracketed = `${name}[]`;
    if (query[bracketed] === undefined) continue;
    query[name] = [query[name] ?? [], query[bracketed]].flat();
    delete query[bracketed];
  }
  const known = Object.keys(properties);
  const unknown = Object.keys(query).find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownParameter(unknown, known);
}

function unknownParameter(name: string, known: readonly string[]): Failure {
  const path = name.slice(0, shownCharacters).toWellFormed();
  const message = `${path} is not a parameter of this route; it knows ${known.join(', ') || 'none'}`;
  return new Failure('ValidationError', message, { details: [{ path, message, description: message }] });
}

const itemsAtOnce = 100;

type BodyCheck = (body: unknown) => Promise<void>;

/** Each schema is compiled once, when the first body comes. */
const bodyChecks = new WeakMap<TSchema, BodyCheck>();

/**
 * Checks a body, coercing as the wire allows. Lists of objects, which may be long, are checked some items at a time, and
 * others run between; after the first bad items the rest of their list is not looked at.
 */
export const bodyCheck =
  (schema: TSchema): BodyCheck =>
  (body) => {
    const check = bodyChecks.get(schema) ?? compileBody(schema);
    bodyChecks.set(schema, check);
    return check(body);
  };

function compileBody(schema: TSchema): BodyCheck {
  const validate = coercing.compile(withoutItems(schema));
  const lists = listsOf(schema).map(({ path, items }) => ({ path, check: coercing.compile({ type: 'array', items }) }));
  return async (body) => {
    const errors = validate(body) ? [] : [...(validate.errors ?? [])];
    const found = lists.map((list) => ({ ...list, values: valueAt(body, list.path) }));
    refuseUnstorable(body, [], new Set(found.map(({ values }) => values)));
    for (const { path, check, values } of found) {
      if (Array.isArray(values)) errors.push(...(await errorsOfItems(check, path, values)));
    }
    if (errors.length > 0) throw invalid(errors);
  };
}

async function errorsOfItems(check: ValidateFunction, path: readonly string[], values: readonly unknown[]): Promise<ErrorObject[]> {
  for (let start = 0; start < values.length; start += itemsAtOnce) {
    if (start > 0) await yieldToOthers();
    const items = values.slice(start, start + itemsAtOnce);
    for (const [index, item] of items.entries()) refuseUnstorable(item, [...path, String(start + index)]);
    if (!check(items)) return (check.errors ?? []).map((error) => ({ ...error, instancePath: pointerOf(error, path, start) }));
  }
  return [];
}

const pointerOf = ({ instancePath }: ErrorObject, path: readonly string[], start: number): string => {
  const [, index = '', ...rest] = instancePath.split('/');
  return ['', ...path, String(start + Number(index)), ...rest].join('/');
};

type Shape = TSchema & { readonly type?: string; readonly properties?: Record<string, Shape>; readonly items?: Shape };

const isList = ({ type, items }: Shape): boolean => type === 'array' && items?.type === 'object';

interface List {
  readonly path: readonly string[];
  readonly items: TSchema;
}

/** The lists of objects in a schema, but not those inside of lists. */
function listsOf(schema: Shape, path: readonly string[] = []): List[] {
  if (isList(schema)) return [{ path, items: schema.items ?? {} }];
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => listsOf(property, [...path, name]));
}

function withoutItems(schema: Shape): TSchema {
  if (isList(schema)) return { ...schema, items: {} };
  if (!schema.properties) return schema;
  const properties = Object.entries(schema.properties).map(([name, property]) => [name, withoutItems(property)]);
  return { ...schema, properties: Object.fromEntries(properties) as Record<string, TSchema> };
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name], value);

const maxNesting = 50;

/**
 * Refuses the character NUL and halves of characters, of which databases and logs disagree what they mean, and nesting
 * that no route declares. What is in `apart` is looked at elsewhere.
 */
function refuseUnstorable(value: unknown, path: string[] = [], apart: ReadonlySet<unknown> = new Set()): void {
  if (typeof value === 'string') return refuseUnstorableText(value, path);
  if (typeof value !== 'object' || value === null || apart.has(value)) return;
  if (path.length >= maxNesting) throw new Failure('ValidationError', `${path[0]} is nested more than ${maxNesting} levels deep`);
  for (const [key, item] of Object.entries(value)) {
    refuseUnstorableText(key, path);
    path.push(key);
    refuseUnstorable(item, path, apart);
    path.pop();
  }
}

function refuseUnstorableText(text: string, path: readonly string[]): void {
  const what = text.includes('\0') ? 'the character NUL' : text.isWellFormed() ? null : 'half of a character (a lone surrogate)';
  if (what === null) return;
  const pointer = path.join('/').toWellFormed();
  const message = `${pointer || 'the request'} holds ${what}, which cannot be stored`;
  throw new Failure('ValidationError', message, { details: [{ path: pointer, message, description: message }] });
}

/** The refusal that names the first offending property and lists all. */
export function invalid(errors: readonly ErrorObject[]): Failure {
  const details = errors.filter((error) => error.keyword !== 'if').map(detailOf);
  const first = details[0]?.message ?? 'the request is not what this route expects';
  return new Failure('ValidationError', details.length > 1 ? `${first} (and ${details.length - 1} more, see details)` : first, { details });
}

function detailOf(error: ErrorObject): FailureDetail {
  const parent = error.instancePath.slice(1);
  const path = pathOf(parent, error);
  const name = path === '' ? 'the body' : path;
  const message =
    sentences[error.keyword]?.(name, error, parent) ?? `${name} ${error.message ?? 'is not valid'}; got ${shown(error.data, path)}`;
  return { path, message, description: message };
}

function pathOf(parent: string, error: ErrorObject): string {
  if (error.keyword !== 'required') return parent;
  const missing = String(error.params['missingProperty']);
  return parent === '' ? missing : `${parent}/${missing}`;
}

const sentences: Record<string, (name: string, error: ErrorObject, parent: string) => string> = {
  required: (name) => `${name} is required and missing`,
  additionalProperties: (name, error) => `${name} has the property ${String(error.params['additionalProperty'])}, which is not known here`,
  enum: (name, error) =>
    `${name} must be one of ${(error.params['allowedValues'] as unknown[]).join(', ')}; got ${shown(error.data, error.instancePath)}`,
};

const shownCharacters = 100;

const secretName = /password|secret|token/i;

function shown(value: unknown, path = ''): string {
  if (secretName.test(path)) return 'something else';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}
