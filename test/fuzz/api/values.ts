import * as fc from 'fast-check';
import { follow, type Schema } from './document.ts';

// Values that match a schema, and mutations of them.

/** Values from responses: texts, UUIDs, and numeric ids. */
export const kinds = ['text', 'uuid', 'number'] as const;
export type Kind = (typeof kinds)[number];

/** Placeholder for a value from an earlier response, replaced when the request is sent. */
export const seen = (kind: Kind, index: number): string => `\u27e6${kind}-${index}\u27e7`;

const seenOf = (kind: Kind): fc.Arbitrary<string> => fc.nat(20).map((index) => seen(kind, index));
const seenAny: fc.Arbitrary<string> = fc.oneof(...kinds.map(seenOf));

const names = ['default', 'development', 'production', 'fuzz-a', 'fuzz-b', 'fuzz-c', 'simple', 'userId', 'release', 'admin', '1', '*'];
const name = fc.oneof({ arbitrary: fc.constantFrom(...names), weight: 3 }, { arbitrary: seenAny, weight: 2 });
const times = fc.constantFrom('2026-11-22T00:00:00.000Z', '1970-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2020-02-29T12:00:00+14:00');
const patterned = fc.constantFrom('fuzz-a', 'IS:fuzz-a', 'IS_ANY_OF:a,b', 'IS_BEFORE:2026-01-01', 'asc', '0', 'createdAt:asc', 'a:b');
const fieldsOfConstraints = fc.constantFrom('IN', 'NOT_IN', 'REGEX', 'STR_CONTAINS', 'NUM_GT', 'DATE_AFTER', 'SEMVER_EQ', 'IN_CIDR');

/** Likely values of properties by name, so that requests pass the first check. */
const likely: Readonly<Record<string, readonly string[]>> = {
  name: ['default', 'flexibleRollout', 'fuzz-a', 'fuzz-b', 'fuzz-c', 'fuzz-d', 'fuzz-e'],
  contextName: ['userId', 'appName', 'fuzz-field'],
  operator: ['IN', 'NOT_IN', 'REGEX', 'STR_CONTAINS', 'NUM_GT', 'DATE_AFTER', 'SEMVER_EQ', 'IN_CIDR'],
  environment: ['development', 'production'],
  environments: ['development', 'production'],
  project: ['default', 'fuzz-a'],
  projects: ['default', 'fuzz-a', '*'],
  type: ['release', 'experiment', 'simple', 'client', 'frontend', 'string', 'json'],
  feature: ['fuzz-a', 'fuzz-b', 'fuzz-c'],
  features: ['fuzz-a', 'fuzz-b', 'fuzz-c'],
};

const maxDepth = 6;

/** Returns a value that a schema accepts, or nearly: lengths are respected, patterns are guessed. */
export function valueOf(written: Schema, depth = 0): fc.Arbitrary<unknown> {
  const schema = follow(written);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => valueOf(choice, depth + 1)));
  if (schema.allOf)
    return fc.tuple(...schema.allOf.map((part) => valueOf(part, depth + 1))).map((parts) => Object.assign({}, ...parts) as unknown);
  const types = schema.type === undefined ? [] : [schema.type].flat();
  return types.length === 0 ? strange : fc.oneof(...types.map((type) => valueOfType(type, schema, depth)));
}

function valueOfType(type: string, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  if (type === 'object') return objectOf(schema, depth);
  if (type === 'array') {
    const { minItems = 0, maxItems = 3, items = {} } = schema;
    const maxLength = depth > maxDepth ? minItems : Math.max(minItems, Math.min(maxItems, 3));
    return fc.array(valueOf(items, depth + 1), { minLength: minItems, maxLength });
  }
  if (type === 'string') return textOf(schema);
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  const { minimum = -10, maximum = 1000 } = schema;
  return fc.integer({ min: Math.ceil(minimum), max: Math.max(Math.floor(maximum), Math.ceil(minimum)) });
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, depth: number): fc.Arbitrary<unknown> {
  const optional = depth > maxDepth ? [] : Object.keys(properties).filter((key) => !required.includes(key));
  const expected = [...required, ...optional].filter((key) => properties[key]);
  const own = fc.record(Object.fromEntries(expected.map((key) => [key, memberOf(key, follow(properties[key] ?? {}), depth + 1)])), {
    requiredKeys: expected.filter((key) => required.includes(key)),
  });
  if (additionalProperties === false || depth > maxDepth) return own;
  const values = typeof additionalProperties === 'object' ? valueOf(additionalProperties, depth + 1) : strange;
  const isMap = Object.keys(properties).length === 0;
  return fc.tuple(own, fc.dictionary(name, values, { maxKeys: isMap ? 3 : 1 })).map(([one, more]) => ({ ...more, ...one }));
}

function memberOf(key: string, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const any = valueOf(schema, depth);
  const words = likely[key];
  if (!words || schema.enum || schema.const !== undefined) return any;
  const word = fc.constantFrom(...words);
  if (schema.type === 'string') return fc.oneof({ arbitrary: word, weight: 3 }, { arbitrary: any, weight: 1 });
  const isList = schema.type === 'array' && follow(schema.items ?? {}).type === 'string';
  return isList
    ? fc.oneof({ arbitrary: fc.uniqueArray(word, { minLength: 1, maxLength: 2 }), weight: 3 }, { arbitrary: any, weight: 1 })
    : any;
}

function textOf({ format, pattern, minLength = 0, maxLength = 200 }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time') return times;
  if (format === 'uuid') return fc.oneof(fc.uuid(), seenOf('uuid'));
  if (pattern !== undefined) return fc.oneof(patterned, name);
  const text = fc.oneof({ arbitrary: name, weight: 6 }, fc.string({ minLength, maxLength: Math.min(maxLength, 40) }), fieldsOfConstraints);
  return text;
}

/** A list nested this deep. */
const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
};

/** Values that no application sends at this position. */
export const strange: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, -0, 1e308, 2 ** 31, 2 ** 53 + 2, -(2 ** 63), [], {}, [null], [[]], { '': '' }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\ufeff',
    '\u202e',
    'é\u0301',
    '🏴\u200d☠️',
    '\r\nx: y',
    '%00',
    '../..',
    '__proto__',
    'constructor',
  ),
  fc.constantFrom(
    'Infinity',
    'NaN',
    '1e999',
    '0x10',
    '9'.repeat(400),
    "' or 1=1 --",
    '{{7*7}}',
    '${x}',
    '-',
    '.',
    '..',
    '/',
    '\\',
    '\u2028',
  ),
  fc.constantFrom(100, 256, 1001, 10_000, 70_000).map((length) => 'x'.repeat(length)),
  fc.constantFrom(5, 20, 49, 60, 5000).map(nested),
  fc.constantFrom(100, 2000).map((length) => Array.from({ length }, () => 'x')),
  fc.constantFrom(
    '2026-02-30T00:00:00Z',
    '0000-00-00',
    '+275760-09-13T00:00:00.001Z',
    '-000001-01-01T00:00:00Z',
    'now',
    '2026-11-22T25:00:00Z',
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Mutates a value in one place: another value, a removed member, or an additional one. `steps` is the path. */
export function changed(value: unknown, steps: readonly number[], to: unknown, how: 'replace' | 'remove' | 'add'): unknown {
  const [step = 0, ...rest] = steps;
  if (typeof value !== 'object' || value === null || rest.length === 0)
    return how === 'add' && isPlain(value) ? { ...value, fuzz: to } : to;
  const keys = Object.keys(value);
  const key = keys[step % Math.max(keys.length, 1)];
  if (key === undefined) return to;
  const copy: unknown = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
  const holder = copy as Record<string, unknown>;
  if (how === 'remove' && (rest.length === 1 || typeof holder[key] !== 'object')) delete holder[key];
  else holder[key] = changed(holder[key], rest, to, how);
  return copy;
}

const isPlain = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Path segments that parsers interpret differently. */
export const hostileSegment: fc.Arbitrary<string> = fc.constantFrom(
  '%00',
  '%2e%2e',
  '%ff',
  '%',
  '%c0%af',
  '..',
  '.',
  '',
  '%2f',
  '%5c',
  '%20',
  '%0d%0a',
  '%F0%9F%8F%B4',
  '%ed%a0%80',
  '*',
  ':id',
  '-1',
  '1e3',
  '0',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '9'.repeat(30),
  'x'.repeat(300),
  'x'.repeat(5000),
  "'",
  '%27%20or%201=1',
  ';',
  '@',
  '~',
  '%7B%7D',
);

/** Objects that exist from the start, or are recreated. */
const present: Readonly<Record<string, readonly string[]>> = {
  projectId: ['default', 'default', 'fuzz-a'],
  environment: ['development', 'production'],
  featureName: ['fuzz-a', 'fuzz-b', 'fuzz-c'],
  tagType: ['simple'],
  type: ['simple', 'release'],
  strategyName: ['default', 'flexibleRollout'],
  contextField: ['userId', 'appName', 'fuzz-field'],
};
const ids: Readonly<Record<string, Kind>> = {
  strategyId: 'uuid',
  messageId: 'uuid',
  personaId: 'uuid',
  linkId: 'uuid',
  id: 'number',
  segmentId: 'number',
  groupId: 'number',
  roleId: 'number',
  userId: 'number',
  tokenId: 'number',
};

/** Returns a value of a path parameter that exists. */
export const segmentOf = (parameter: string): fc.Arbitrary<string> =>
  fc.oneof({ arbitrary: likelyOf(parameter), weight: 8 }, { arbitrary: name, weight: 2 });

function likelyOf(parameter: string): fc.Arbitrary<string> {
  const kind = ids[parameter];
  if (kind === 'number') return fc.oneof(seenOf(kind), fc.constantFrom('1', '2', '3', '4'));
  return kind ? seenOf(kind) : fc.constantFrom(...(present[parameter] ?? names));
}
