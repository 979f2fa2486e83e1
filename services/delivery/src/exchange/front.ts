import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerFailure } from '@signalbox/kit';
import { type Exchange, exchangeOf } from './exchange.ts';

/** One kind of request that is answered past Express: the reads that never end. */
export interface Answerer {
  /** What its requests are counted as. */
  readonly name: string;
  takes(exchange: Exchange): boolean;
  /** Throws what it refuses. */
  answer(exchange: Exchange): Promise<void> | void;
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
      .catch((error: unknown) => refuse(exchange, error, parts))
      .finally(() => count(answerer.name, response.statusCode));
    return true;
  };
}

async function serve(answerer: Answerer, exchange: Exchange): Promise<void> {
  await answerer.answer(exchange);
}

function refuse({ request, response }: Exchange, error: unknown, parts: FrontParts): void {
  const id = parts.id();
  if (answerFailure(request, response, error, id) !== error) parts.warn(`a request of an SDK failed (${id})`, error);
}
