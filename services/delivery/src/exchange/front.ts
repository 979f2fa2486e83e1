import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Failure, failureOf } from '@signalbox/contracts';
import { answerJson, type Exchange, exchangeOf } from './exchange.ts';

/** One kind of request that is answered past Express: the reads that never end. */
export interface Answerer {
  /** What its requests are counted as. */
  readonly name: string;
  takes(exchange: Exchange): boolean;
  /** Throws what it refuses. */
  answer(exchange: Exchange): Promise<void> | void;
  /** What a refusal carries beyond the body that every refusal has. */
  extra?(failure: Failure, exchange: Exchange): Readonly<Record<string, unknown>>;
}

interface FrontParts {
  readonly id: () => string;
  warn(message: string, detail?: unknown): void;
}

/** Serves what one of `answerers` takes, the first that does, and leaves the rest. `isDone` sees everything before, `count` each answer after. */
export function openFront(
  isDone: (request: IncomingMessage, response: ServerResponse) => boolean,
  answerers: readonly Answerer[],
  parts: FrontParts,
  count: (name: string, status: number) => void,
) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (isDone(request, response)) return true;
    const exchange = exchangeOf(request, response);
    const answerer = answerers.find((candidate) => candidate.takes(exchange));
    if (!answerer) return false;
    serve(answerer, exchange)
      .catch((error: unknown) => refuse(answerer, exchange, error, parts))
      .finally(() => count(answerer.name, response.statusCode));
    return true;
  };
}

async function serve(answerer: Answerer, exchange: Exchange): Promise<void> {
  await answerer.answer(exchange);
}

function refuse(answerer: Answerer, exchange: Exchange, error: unknown, parts: FrontParts): void {
  const { request, response } = exchange;
  const id = parts.id();
  const failure = failureOf(error);
  if (failure !== error) parts.warn(`a request of a program failed (${id})`, error);
  if (response.headersSent) return void response.destroy();
  response.removeHeader('etag');
  if (failure.retryAfterSeconds !== undefined) response.setHeader('retry-after', failure.retryAfterSeconds);
  // A body that nobody reads would keep the connection from being used again; the host bounds how long it may take.
  request.resume();
  answerJson(exchange, failure.status, JSON.stringify({ ...answerer.extra?.(failure, exchange), ...failure.body(id) }));
}
