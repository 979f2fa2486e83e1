import type { IncomingMessage, ServerResponse } from 'node:http';
import { Failure } from '@signalbox/contracts';
import { answerFailure, pathOf } from '@signalbox/kit';
import { withoutSecrets } from '../runtime/log.ts';
import type { ServiceRuntime } from '../runtime/runtime.ts';

/** Parts of a process that a refusal needs. */
export type RefusalParts = Pick<ServiceRuntime, 'log' | 'effects'>;

/** Sends a refusal and logs it under the same id, as an error if the product is at fault. */
export function refuse({ log, effects }: RefusalParts, error: unknown, request: IncomingMessage, response: ServerResponse): void {
  const id = effects.id();
  const failure = answerFailure(request, response, readerFailure(error), id);
  const seen = { failure: id, requestId: request.headers['x-request-id'], path: withoutSecrets(pathOf(request)) };
  if (failure.status >= 500 && failure.name !== 'MaintenanceModeError') {
    log.error({ err: failure.cause ?? error, ...seen }, failure.message);
  } else {
    log.debug({ name: failure.name, ...seen }, withoutSecrets(failure.message));
  }
}

/** Maps errors of body parsers to failures of the caller. Returns all others unchanged. */
function readerFailure(error: unknown): unknown {
  if (error instanceof Failure) return error;
  const { type, message, status } = error as { type?: string; message?: string; status?: number };
  if (type === 'entity.too.large') return new Failure('ContentTooLarge', 'The body exceeds the size limit of this route.');
  if (type === 'entity.parse.failed')
    return new Failure('ValidationError', `The body is not valid JSON: ${withoutExcerpt(message ?? '')}`, { path: '', cause: error });
  if (status === 415) return new Failure('ContentTypeError', message ?? 'The content type is not supported.');
  if (status !== undefined && status >= 400 && status < 500)
    return new Failure('BadRequestError', message ?? 'The request cannot be read.');
  return error;
}

/** Removes the excerpt of the body from a parser's message: it may be a password, and refusals are logged. */
const withoutExcerpt = (message: string): string => message.replace(/, (?:\.{3})?".*$/s, '');
