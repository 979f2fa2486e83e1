import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { Dispatcher } from 'undici';

/** A response to a caller. `begin` sends its head and returns the target of its body. */
export interface StreamParts {
  readonly response: ServerResponse;
  readonly begin: (response: ServerResponse, status: number, headers: Dispatcher.ResponseData['headers']) => Writable;
}

/**
 * Forwards an event stream as fast as its reader reads, with at most one chunk in memory. Resolves when the stream ends, and rejects if it
 * fails.
 */
export function forwardStream(upstream: Dispatcher, options: Dispatcher.DispatchOptions, { response, begin }: StreamParts): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let target: Writable | undefined;
  upstream.dispatch(options, {
    onRequestStart(controller) {
      const abort = () => controller.abort(new Error('the reader has left'));
      if (response.destroyed) abort();
      else response.once('close', abort);
    },
    onResponseStart(controller, status, headers) {
      target = begin(response, status, headers).on('drain', () => controller.resume());
      // Slices of the first chunk, which would keep all 64 kB of it in memory until the stream ends.
      controller.rawHeaders = null;
    },
    onResponseData(controller, chunk) {
      if (!target?.write(chunk)) controller.pause();
    },
    onResponseEnd() {
      target?.end();
      resolve();
    },
    onResponseError(_controller, error) {
      target?.destroy();
      reject(error);
    },
  });
  return promise;
}
