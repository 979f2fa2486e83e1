import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Failure, failureOf, refusalBody, refusalType } from '@signalbox/contracts';
import { pathOf, sendJson } from './send-json.ts';

/** Body of a refusal as JSON, with the fields that clients of this path require. `id` identifies this occurrence. */
export const failureText = (failure: Failure, id: string, path = '/'): string => JSON.stringify(refusalBody(path, failure, id));

/**
 * Sends an error in the common format of refusals and returns it as a failure, which the caller logs under the same `id`. Destroys a response
 * that has already begun, so that no client accepts it as complete.
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
  // An unread body would block reuse of the connection. The server limits how long it may take.
  request.resume();
  const path = pathOf(request);
  sendJson(response, failure.status, failureText(failure, id, path), refusalType(path));
  return failure;
}
