import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Failure, failureOf, refusalBody } from '@signalbox/contracts';
import { pathOf, sendJson } from './send-json.ts';

/** The body of a refusal as JSON, with what clients of the path look for beside. `id` names this one occurrence. */
export const failureText = (failure: Failure, id: string, path = '/'): string => JSON.stringify(refusalBody(path, failure, id));

/**
 * Answers what something threw, in the one form that refusals have, and gives back what it was answered as: whoever calls
 * logs that under the same `id`. An answer that has begun is cut off, so that nobody takes a half of it for the whole.
 */
export function answerFailure(request: IncomingMessage, response: ServerResponse, error: unknown, id: string): Failure {
  const failure = failureOf(error);
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return failure;
  }
  response.removeHeader('etag');
  if (failure.retryAfterSeconds !== undefined) response.setHeader('retry-after', failure.retryAfterSeconds);
  if (failure.status === 413 && !request.complete) response.setHeader('connection', 'close');
  // A body that nobody reads would keep the connection from being used again; the server bounds how long it may take.
  request.resume();
  sendJson(response, failure.status, failureText(failure, id, pathOf(request)));
  return failure;
}
