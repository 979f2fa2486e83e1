import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline as pipeStreams } from 'node:stream/promises';
import { type Encoding, encodingFor, type RouteDeclaration } from '@signalbox/kit';
import { compress, compressor, minBytes } from './compress.ts';
import type { Outgoing } from './response-encoder.ts';
import { headerOf } from './target.ts';

/**
 * Content coding of a response. One with a secret is never compressed, because its length would reveal the secret (BREACH, CVE-2013-3587).
 */
export const encodingOf = (request: IncomingMessage, { holdsSecret }: RouteDeclaration): Encoding =>
  holdsSecret ? 'plain' : encodingFor(headerOf(request, 'accept-encoding'), ['br', 'gzip']);

/** Sends a response, compressed if the caller accepts that, and in chunks if it is streamed. */
export async function send(response: ServerResponse, outgoing: Outgoing, encoding: Encoding): Promise<void> {
  response.statusCode = outgoing.status;
  for (const [name, value] of Object.entries(outgoing.headers)) response.setHeader(name, value);
  if (outgoing.body === '') return void response.end();
  response.setHeader('vary', `${String(response.getHeader('vary') ?? 'Cookie, Authorization')}, Accept-Encoding`);
  if (typeof outgoing.body === 'string') return sendComplete(response, Buffer.from(outgoing.body), encoding);
  const chunks = Readable.from(await begun(outgoing.body), { objectMode: false });
  if (encoding !== 'plain') response.setHeader('content-encoding', encoding);
  const sent = encoding === 'plain' ? pipeStreams(chunks, response) : pipeStreams(chunks, compressor(encoding), response);
  await sent.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error; // The caller disconnected, so nobody receives a response.
  });
}

async function sendComplete(response: ServerResponse, body: Buffer, encoding: Encoding): Promise<void> {
  if (encoding === 'plain' || body.length < minBytes) return sendBytes(response, body);
  const packed = await compress(body, encoding);
  response.setHeader('content-encoding', encoding);
  sendBytes(response, packed);
}

function sendBytes(response: ServerResponse, bytes: Buffer): void {
  response.setHeader('content-length', bytes.length);
  response.end(bytes);
}

/** Waits for the first chunk, so that earlier errors become ordinary refusals. */
async function begun(chunks: AsyncIterable<string | Buffer>): Promise<AsyncIterable<Buffer>> {
  const iterator = chunks[Symbol.asyncIterator]();
  const { value: first, done } = await iterator.next();
  return (async function* () {
    if (done) return;
    try {
      yield bytesOf(first);
      for await (const chunk of { [Symbol.asyncIterator]: () => iterator }) yield bytesOf(chunk);
    } finally {
      await iterator.return?.();
    }
  })();
}

const bytesOf = (chunk: string | Buffer): Buffer => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
