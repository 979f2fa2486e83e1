import { Failure, type FailureDetail, type Problem } from '@signalbox/contracts';

/** Maximum number of invalid properties that a response lists. */
const maxDetails = 100;

/** Creates a 400 that names the first invalid property of `document` (the body by default, or parameters) and lists the first hundred. */
export function invalid(errors: readonly Problem[], document = 'the body'): Failure {
  const own = errors.filter((error) => error.keyword !== 'if');
  const details = own.slice(0, maxDetails).map((error) => detailOf(error, document));
  const first = details[0]?.message ?? 'the request does not match the schema of this route';
  return new Failure('ValidationError', own.length > 1 ? `${first} (and ${own.length - 1} more, see details)` : first, { details });
}

function detailOf(error: Problem, document: string): FailureDetail {
  const parent = error.instancePath.slice(1);
  const path = pathOf(parent, error);
  const name = path === '' ? document : path;
  const message = (sentences[error.keyword] ?? otherwise)(name, error);
  return { path, message, description: message };
}

function pathOf(parent: string, error: Problem): string {
  if (error.keyword !== 'required') return parent;
  const missing = String(error.params['missingProperty']);
  return parent === '' ? missing : `${parent}/${missing}`;
}

type Sentence = (name: string, error: Problem) => string;

const param = (error: Problem, name: string): string => String(error.params[name]);

const counted =
  (bound: 'at least' | 'at most', unit: string, units: string): Sentence =>
  (name, error) => {
    const limit = Number(error.params['limit']);
    if (bound === 'at least' && limit === 1) return `${name} must not be empty`;
    return `${name} must have ${bound} ${limit} ${limit === 1 ? unit : units}${got(error)}`;
  };

/** Messages by the JSON Schema keyword that was violated. */
const sentences: Readonly<Record<string, Sentence>> = {
  required: (name) => `${name} is required`,
  additionalProperties: (name, error) => `${name} has the unknown property ${param(error, 'additionalProperty')}`,
  enum: (name, error) => `${name} must be one of ${(error.params['allowedValues'] as unknown[]).join(', ')}${got(error)}`,
  const: (name, error) => `${name} must be ${JSON.stringify(error.params['allowedValue'])}${got(error)}`,
  type: (name, error) => `${name} must be ${typesOf(error).join(' or ')}${got(error)}`,
  notNull: (name, error) => `${name} must be ${typeNames[String(error.schema)]}; got null`,
  minLength: counted('at least', 'character', 'characters'),
  maxLength: counted('at most', 'character', 'characters'),
  minItems: counted('at least', 'entry', 'entries'),
  maxItems: counted('at most', 'entry', 'entries'),
  minProperties: counted('at least', 'property', 'properties'),
  maxProperties: counted('at most', 'property', 'properties'),
  minimum: (name, error) => `${name} must be ${param(error, 'limit')} or more${got(error)}`,
  maximum: (name, error) => `${name} must be ${param(error, 'limit')} or less${got(error)}`,
  exclusiveMinimum: (name, error) => `${name} must be more than ${param(error, 'limit')}${got(error)}`,
  exclusiveMaximum: (name, error) => `${name} must be less than ${param(error, 'limit')}${got(error)}`,
  multipleOf: (name, error) => `${name} must be a multiple of ${param(error, 'multipleOf')}${got(error)}`,
  pattern: (name, error) => `${name} must match the pattern ${param(error, 'pattern')}${got(error)}`,
  format: (name, error) => `${name} must be ${formats[param(error, 'format')] ?? `a ${param(error, 'format')}`}${got(error)}`,
  uniqueItems: (name, error) => `${name} must not contain duplicates; entries ${param(error, 'i')} and ${param(error, 'j')} are the same`,
  not: (name, error) => `${name} has a value that is not allowed${got(error)}`,
};

const otherwise: Sentence = (name, error) => `${name} does not match any allowed schema${got(error)}`;

const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'an integer',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

const formats: Readonly<Record<string, string>> = {
  'date-time': 'a date-time such as 2026-01-31T12:00:00Z',
  date: 'a date such as 2026-01-31',
  email: 'an email address',
  uri: 'a URL',
  uuid: 'a UUID',
};

/** Coercing schemas allow null in each scalar type, and refuse it with `notNull`. */
function typesOf({ params, parentSchema }: Problem): string[] {
  const types = [params['type']].flat().map(String);
  const allowed = parentSchema && 'notNull' in parentSchema ? types.filter((type) => type !== 'null') : types;
  return allowed.map((type) => typeNames[type] ?? type);
}

const got = ({ data, instancePath }: Problem): string => `; got ${shown(data, instancePath)}`;

/** Maximum number of input characters that a message repeats. */
export const shownCharacters = 100;

const secretName = /password|secret|token/i;

function shown(value: unknown, path: string): string {
  if (secretName.test(path)) return 'something else';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}
