import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Listener } from '@signalbox/kit';
import { hasBody } from './target.ts';

/** Milliseconds per turn of the event loop for starting requests with a body. */
const sliceMs = 4;

/**
 * Starts requests with a body in order of arrival, only as many per turn of the event loop as fit into a few milliseconds. Requests without
 * a body never wait here. So a burst of a hundred refused requests, each taking less than a millisecond, cannot delay reads of
 * applications.
 */
export function takeTurns(listener: Listener): Listener {
  const waiting: Parameters<Listener>[] = [];
  let endOfSlice: number | null = null;
  const nextTurn = () => {
    endOfSlice = null;
    if (waiting.length > 0) next();
  };
  const hasTime = () => {
    if (endOfSlice === null) {
      endOfSlice = performance.now() + sliceMs;
      setImmediate(nextTurn);
    }
    return performance.now() < endOfSlice;
  };
  const next = () => {
    if (!hasTime()) return;
    const [request, response] = waiting.shift() ?? [];
    if (!request || !response) return;
    if (!response.destroyed) listener(request, response);
    // Runs after everything that the request does synchronously, so that its time counts.
    queueMicrotask(() => process.nextTick(next));
  };
  return (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request) || (waiting.length === 0 && hasTime())) listener(request, response);
    else waiting.push([request, response]);
  };
}
