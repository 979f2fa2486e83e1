import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Listener } from '@signalbox/kit';

/** Milliseconds of a turn of the event loop that beginning with requests may take. */
const sliceMs = 4;

/**
 * Begins with requests that bring a body in the order in which they come, with no more of them in one turn of the event loop than
 * fit into a few milliseconds. A request without one never waits here: what applications ask is not held up by a hundred senders
 * who are refused, each in less than a millisecond, all in one turn.
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
    // Behind everything that the request can do without waiting, so that its time is counted.
    queueMicrotask(() => process.nextTick(next));
  };
  return (request: IncomingMessage, response: ServerResponse) => {
    if (!bringsBody(request) || (waiting.length === 0 && hasTime())) listener(request, response);
    else waiting.push([request, response]);
  };
}

const bringsBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
