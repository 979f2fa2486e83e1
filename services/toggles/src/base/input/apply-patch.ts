import { Failure } from '@signalbox/contracts';
import jsonPatch from 'fast-json-patch';
import { type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { JsonPatch } from './json-patch.schema.ts';

const maxCharacters = 200_000;

/**
 * The document after the patch, itself untouched. 400 for an operation that does not fit it, and for an outcome that is
 * not what `schema` says.
 */
export function applyPatch<S extends TSchema>(document: Static<S>, patch: JsonPatch, schema: S): Static<S> {
  const outcome = patch.reduce(applyOperation, structuredClone(document) as unknown);
  if (Value.Check(schema, outcome)) return outcome;
  const details = Value.Errors(schema, outcome).flatMap(problemsOf).map(detailOf);
  throw new Failure('ValidationError', details[0]?.message ?? 'The document is not valid after the patch.', { details });
}

interface Problem {
  readonly path: string;
  readonly what: string;
}

/** Names each property that is missing or not known, as it is done for bodies. */
function problemsOf({ keyword, instancePath, message, params }: ReturnType<typeof Value.Errors>[number]): Problem[] {
  const path = instancePath.slice(1);
  const named = params as { requiredProperties?: string[]; additionalProperties?: string[] };
  if (keyword === 'required')
    return (named.requiredProperties ?? []).map((name) => ({ path: path ? `${path}/${name}` : name, what: 'is missing' }));
  if (keyword === 'additionalProperties')
    return (named.additionalProperties ?? []).map((name) => ({ path, what: `has the property ${name}, which is not known here,` }));
  // What is not known has been named already.
  return keyword === 'boolean' ? [] : [{ path, what: message }];
}

function detailOf({ path, what }: Problem) {
  const message = `${path || 'the document'} ${what} after the patch`;
  return { path, message, description: message };
}

function applyOperation(document: unknown, operation: JsonPatch[number], index: number): unknown {
  let outcome: unknown;
  try {
    outcome = jsonPatch.applyOperation(document, structuredClone(operation) as jsonPatch.Operation, true, true, true, index).newDocument;
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    throw refusal(operation, index, reason ?? '');
  }
  // Each copy may double the document, so a short patch could ask for more than there is memory.
  if (operation.op === 'copy' && JSON.stringify(outcome).length > maxCharacters) {
    throw refusal(operation, index, 'the document would become too large');
  }
  return outcome;
}

function refusal({ op, path }: JsonPatch[number], index: number, reason: string): Failure {
  return new Failure('BadDataError', `Operation ${index} of the patch (${op} ${path}) cannot be applied: ${reason}.`, {
    path: String(index),
  });
}
