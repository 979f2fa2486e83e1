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

/** Checks one part of a request, coercing as the wire allows (`"true"` to true); query strings also widen a value to a list. */
export function requestCheck(part: 'params' | 'query' | 'body', schema: TSchema): (value: unknown) => void {
  const validate = (part === 'query' ? coercingLists : coercing).compile(schema);
  return (value) => {
    refuseUnstorable(value, '', 0);
    if (!validate(value)) throw invalid(validate.errors ?? []);
  };
}

const deepestNesting = 50;

/** Refuses the character NUL, of which databases and logs disagree what it means, and nesting that no route declares. */
function refuseUnstorable(value: unknown, path: string, depth: number): void {
  if (typeof value === 'string') return refuseNul(value, path);
  if (typeof value !== 'object' || value === null) return;
  if (depth >= deepestNesting)
    throw new Failure('ValidationError', `${path.split('/')[0]} is nested more than ${deepestNesting} levels deep`);
  for (const [key, item] of Object.entries(value)) {
    refuseNul(key, path);
    refuseUnstorable(item, path === '' ? key : `${path}/${key}`, depth + 1);
  }
}

function refuseNul(text: string, path: string): void {
  if (text.includes('\0')) throw new Failure('ValidationError', `${path || 'the request'} holds the character NUL, which cannot be stored`);
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
