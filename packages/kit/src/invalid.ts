import { Failure, type FailureDetail, type Problem } from '@signalbox/contracts';

/** 400: names the first offending property of a body, of parameters or of what `document` says, and lists all. */
export function invalid(errors: readonly Problem[], document = 'the body'): Failure {
  const details = errors.filter((error) => error.keyword !== 'if').map((error) => detailOf(error, document));
  const first = details[0]?.message ?? 'the request is not what this route expects';
  return new Failure('ValidationError', details.length > 1 ? `${first} (and ${details.length - 1} more, see details)` : first, { details });
}

function detailOf(error: Problem, document: string): FailureDetail {
  const parent = error.instancePath.slice(1);
  const path = pathOf(parent, error);
  const name = path === '' ? document : path;
  const message =
    sentences[error.keyword]?.(name, error, parent) ?? `${name} ${error.message ?? 'is not valid'}; got ${shown(error.data, path)}`;
  return { path, message, description: message };
}

function pathOf(parent: string, error: Problem): string {
  if (error.keyword !== 'required') return parent;
  const missing = String(error.params['missingProperty']);
  return parent === '' ? missing : `${parent}/${missing}`;
}

const sentences: Record<string, (name: string, error: Problem, parent: string) => string> = {
  required: (name) => `${name} is required and missing`,
  additionalProperties: (name, error) => `${name} has the property ${String(error.params['additionalProperty'])}, which is not known here`,
  enum: (name, error) =>
    `${name} must be one of ${(error.params['allowedValues'] as unknown[]).join(', ')}; got ${shown(error.data, error.instancePath)}`,
};

/** How many characters of what was sent an answer repeats. */
export const shownCharacters = 100;

const secretName = /password|secret|token/i;

function shown(value: unknown, path = ''): string {
  if (secretName.test(path)) return 'something else';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}
