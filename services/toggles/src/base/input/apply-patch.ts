import { Failure, type Validator } from '@signalbox/contracts';
import jsonPatch from 'fast-json-patch';
import { invalid } from '@signalbox/kit';
import type { JsonPatch } from './json-patch.schema.ts';

const maxCharacters = 200_000;

/**
 * Returns the patched document without changing the original. Throws 400 for an operation that does not fit the document, and
 * for an outcome that `isOutcome` rejects.
 */
export function applyPatch<Outcome>(document: NoInfer<Outcome>, patch: JsonPatch, isOutcome: Validator<Outcome>): Outcome {
  const outcome = patch.reduce(applyOperation, structuredClone(document) as unknown);
  if (isOutcome(outcome)) return outcome;
  throw invalid(isOutcome.problemsOf(outcome), 'the patched document');
}

function applyOperation(document: unknown, operation: JsonPatch[number], index: number): unknown {
  let outcome: unknown;
  try {
    outcome = jsonPatch.applyOperation(document, structuredClone(operation) as jsonPatch.Operation, true, true, true, index).newDocument;
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    throw refusal(operation, index, reason ?? '');
  }
  // The library resolves a pointer without a leading slash to nothing.
  if (outcome === undefined) throw refusal(operation, index, 'there is nothing to copy or move');
  // Each copy may double the document, so a short patch could exhaust the memory.
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
