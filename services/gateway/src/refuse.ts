import type { IncomingMessage, ServerResponse } from 'node:http';
import { allowAnyOrigin, answerFailure, type OpenParts } from '@signalbox/kit';

export function refuse(request: IncomingMessage, response: ServerResponse, error: unknown, parts: OpenParts): void {
  const id = parts.id();
  allowAnyOrigin(response);
  const failure = answerFailure(request, response, error, id);
  if (failure.status >= 500) parts.warn(`${failure.message} (${id})`, failure.cause ?? error);
}
