import { yieldToOthers } from '@signalbox/timing';
import { Failure, type Problem, validator, type Validator } from '@signalbox/contracts';
import type { TSchema } from 'typebox';
import { declared, invalid, shownCharacters } from '@signalbox/kit';
import { refuseUnstorable } from './unstorable.ts';

/**
 * Creates the check of one part of a request, coercing as the wire format allows (`"true"` to true). Queries also widen a value to a list,
 * accept both spellings of lists, and reject unknown parameters.
 */
export function requestCheck(part: 'params' | 'query', schema: TSchema): (value: Record<string, unknown>) => void {
  const check = transientCheck(part, schema);
  return (value) => {
    refuseUnstorable(value);
    if (part === 'query') readParameters(value, schema);
    else checkIds(value, schema);
    check(value);
  };
}

const canonicalInteger = /^(?:0|-?[1-9]\d*)$/;

/**
 * Integers in paths must be canonical decimals: coercion would read `0x1`, `1e0` and ` 1` as 1. An impossible id is a 404 if its schema
 * names the kind in `x-not-found`.
 */
function checkIds(params: Record<string, unknown>, { properties = {} }: Shape): void {
  for (const [name, schema] of Object.entries(properties)) {
    if (schema.type !== 'integer') continue;
    const text = String(params[name]);
    const { minimum = -Infinity, maximum = Infinity, 'x-not-found': kind } = schema;
    const isCanonical = canonicalInteger.test(text);
    const shown = text.slice(0, shownCharacters).toWellFormed();
    if (kind !== undefined && !(isCanonical && Number(text) >= minimum && Number(text) <= maximum))
      throw new Failure('NotFoundError', `There is no ${kind} ${shown}.`);
    if (!isCanonical) throw new Failure('ValidationError', `${name} must be an integer in decimal digits; got ${shown}`, { path: name });
  }
}

/** Lists come as `x=a&x=b` or, from some clients, as `x[]=a&x[]=b`. Unknown parameters would be ignored silently. */
function readParameters(query: Record<string, unknown>, { properties = {}, additionalProperties }: Shape): void {
  for (const name of Object.keys(properties).filter((property) => properties[property]?.type === 'array')) {
    const bracketed = `${name}[]`;
    if (query[bracketed] === undefined) continue;
    query[name] = [query[name] ?? [], query[bracketed]].flat();
    delete query[bracketed];
  }
  if (additionalProperties === true) return;
  const known = Object.keys(properties);
  const unknown = Object.keys(query).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const path = unknown.slice(0, shownCharacters).toWellFormed();
  const message = `${path} is not a parameter of this route; allowed parameters: ${known.join(', ') || 'none'}`;
  throw new Failure('ValidationError', message, { path });
}

/** The same check for transient values, which may contain characters that no database accepts. */
export function transientCheck(part: 'params' | 'query' | 'body', schema: TSchema): (value: unknown) => void {
  const validate = validator(schema, part === 'query' ? 'lists' : 'scalars');
  return (value) => {
    const problems = validate.problemsOf(value);
    if (problems.length > 0) throw invalid(problems);
  };
}

const itemsAtOnce = 100;

type BodyCheck = (body: unknown) => Promise<unknown>;

/**
 * Creates the check of a body, coercing as the wire format allows. It returns what the schema declares, a copy except for long lists of
 * objects. These are checked and copied in chunks, and other work runs in between. After the first invalid items, the rest of the list is
 * skipped. The schema is compiled when the first body arrives, once per process.
 */
export function bodyCheck(schema: TSchema): BodyCheck {
  return (body) => compiledCheck(schema)(body);
}

const compiledChecks = new Map<TSchema, BodyCheck>();

function compiledCheck(schema: TSchema): BodyCheck {
  const check = compiledChecks.get(schema) ?? compileBody(schema);
  compiledChecks.set(schema, check);
  return check;
}

function compileBody(schema: TSchema): BodyCheck {
  const outer = withoutItems(schema);
  const validate = validator(outer, 'scalars');
  const lists = listsOf(schema).map((list) => ({ ...list, check: validator<TSchema>({ type: 'array', items: list.items }, 'scalars') }));
  return async (body) => {
    const errors = [validate.problemsOf(body)];
    const sent = lists.map((list) => ({ ...list, values: valueAt(body, list.path) }));
    refuseUnstorable(body, [], new Set(sent.map(({ values }) => values)));
    for (const { path, check, values } of sent) {
      if (Array.isArray(values)) errors.push(await errorsOfItems(check, path, values));
    }
    const all = errors.flat();
    if (all.length > 0) throw invalid(all);
    for (const { items, values } of sent) if (Array.isArray(values)) await declareItems(items, values);
    return declared(outer, body as never);
  };
}

/** Replaces each item by what the schema declares of it. */
async function declareItems(schema: TSchema, values: unknown[]): Promise<void> {
  for (const [index, item] of values.entries()) {
    if (index > 0 && index % itemsAtOnce === 0) await yieldToOthers();
    values[index] = declared(schema, item as never);
  }
}

async function errorsOfItems(check: Validator, path: readonly string[], values: readonly unknown[]): Promise<Problem[]> {
  for (let start = 0; start < values.length; start += itemsAtOnce) {
    if (start > 0) await yieldToOthers();
    const items = values.slice(start, start + itemsAtOnce);
    for (const [index, item] of items.entries()) refuseUnstorable(item, [...path, String(start + index)]);
    const problems = check.problemsOf(items);
    if (problems.length > 0) return problems.map((problem) => ({ ...problem, instancePath: pointerOf(problem, path, start) }));
  }
  return [];
}

const pointerOf = ({ instancePath }: Problem, path: readonly string[], start: number): string => {
  const [, index = '', ...rest] = instancePath.split('/');
  return ['', ...path, String(start + Number(index)), ...rest].join('/');
};

type Shape = TSchema & {
  readonly type?: string;
  readonly properties?: Record<string, Shape>;
  readonly additionalProperties?: unknown;
  readonly items?: Shape;
  readonly allOf?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly 'x-not-found'?: string;
};

/** Alternatives may declare more of an item. */
const hasAlternatives = ({ allOf, anyOf, oneOf }: Shape): boolean => [allOf, anyOf, oneOf].some((schemas) => schemas !== undefined);

const isList = ({ type, items }: Shape): boolean => type === 'array' && items?.type === 'object';

interface List {
  readonly path: readonly string[];
  readonly items: TSchema;
}

/** Lists of objects in a schema, except nested ones and those with alternatives. */
function listsOf(schema: Shape, path: readonly string[] = []): List[] {
  if (hasAlternatives(schema)) return [];
  if (isList(schema)) return [{ path, items: schema.items ?? {} }];
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => listsOf(property, [...path, name]));
}

function withoutItems(schema: Shape): TSchema {
  if (hasAlternatives(schema)) return schema;
  if (isList(schema)) return { ...schema, items: {} };
  if (!schema.properties) return schema;
  const properties = Object.entries(schema.properties).map(([name, property]) => [name, withoutItems(property)]);
  return { ...schema, properties: Object.fromEntries(properties) as Record<string, TSchema> };
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name], value);
