import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline as pipeStreams } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { empty, type Encoding, encodingFor, plainText, Reply, type RouteDeclaration, StreamedReply, WrittenReply } from '@signalbox/kit';
import { headerOf } from './target.ts';

/** A response: a body as JSON text, none, or chunks of JSON text. */
export interface Outgoing {
  readonly status: number;
  readonly headers: Record<string, string | readonly string[]>;
  readonly body: string | AsyncIterable<string | Buffer>;
}

/** Converts the result of a handler into a response. */
export type Encode = (result: unknown) => Outgoing;

const json = 'application/json; charset=utf-8';

/** Creates the encoder of a route's responses. The first declared status is the default. */
export function responseEncoder({ answers, method, path }: RouteDeclaration): Encode {
  const [defaultStatus] = Object.keys(answers).map(Number);
  if (defaultStatus === undefined) throw new Error(`${method} ${path} declares no answer`);
  return (result) => {
    if (result instanceof StreamedReply)
      return { status: defaultStatus, headers: { 'content-type': json, ...result.headers }, body: result.chunks };
    if (result instanceof WrittenReply) return { status: defaultStatus, headers: { 'content-type': json }, body: result.text };
    const { body, status = defaultStatus, headers } = result instanceof Reply ? result : new Reply(result);
    if (answers[status] === plainText)
      return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body: String(body) };
    const text = answers[status] === empty ? '' : JSON.stringify(body ?? null);
    const type: Record<string, string> = text === '' ? {} : { 'content-type': json };
    return { status, headers: { ...type, ...headers }, body: text };
  };
}

/** Below this size, compression costs more than it saves. A packet holds about as much. */
const minBytes = 1024;
/** Prefers speed to size, because each body is sent once. Node compresses on its own threads, outside the event loop. */
const gzipOptions = { level: 4 };
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const [packGzip, packBrotli] = [promisify(gzip), promisify(brotliCompress)];
const coders = {
  gzip: { pack: (body: Buffer) => packGzip(body, gzipOptions), stream: () => createGzip(gzipOptions) },
  br: { pack: (body: Buffer) => packBrotli(body, brotliOptions), stream: () => createBrotliCompress(brotliOptions) },
};

/** Content coding of a response. One with a secret is never compressed: its length would reveal it (BREACH, CVE-2013-3587). */
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
  const sent = encoding === 'plain' ? pipeStreams(chunks, response) : pipeStreams(chunks, coders[encoding].stream(), response);
  await sent.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error; // The caller disconnected, so nobody receives a response.
  });
}

async function sendComplete(response: ServerResponse, body: Buffer, encoding: Encoding): Promise<void> {
  const isPlain = encoding === 'plain' || body.length < minBytes;
  const bytes = isPlain ? body : await coders[encoding].pack(body);
  if (!isPlain) response.setHeader('content-encoding', encoding);
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
