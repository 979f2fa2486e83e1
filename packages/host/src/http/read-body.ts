import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { bodyLimitOf, prefixFinder, type RouteDeclaration, type SentFile } from '@signalbox/kit';
import express from 'express';
import type { ServiceRuntime } from '../runtime/runtime.ts';
import { parseJson } from './parse-json.ts';

/** A compressed body can expand a thousandfold, so it is accepted only below this limit. */
const maxInflatedBytes = 2 ** 20;
const form = 'application/x-www-form-urlencoded';

/** Media type of a body in lower case, without parameters. */
export const mediaTypeOf = ({ headers }: IncomingMessage): string =>
  (headers['content-type'] ?? '').split(';', 1).join().trim().toLowerCase();

/**
 * Returns a reader of the bodies of a route, undefined without one of an accepted type. It is called once the caller is authorized, so that
 * others cannot make the process work. Rejects with the errors of Express's readers. Fast routes accept any JSON type, uncompressed.
 */
export function bodyReader(
  { path, bodyTypes = ['application/json'], file }: RouteDeclaration,
  { service, settings }: ServiceRuntime,
  kind?: 'fast',
): (request: IncomingMessage, response: ServerResponse) => Promise<unknown> {
  const limit = bodyLimitOf(prefixFinder([service.surface])(path), settings);
  const options = { limit, inflate: kind !== 'fast' && limit <= maxInflatedBytes, type: () => true };
  const readBytes = promisify(express.raw(options));
  const readForm = promisify(express.urlencoded({ ...options, extended: false, parameterLimit: 20 }));
  const types: readonly string[] = bodyTypes;
  return async (request, response) => {
    const type = mediaTypeOf(request);
    if (file?.types.includes(type)) return file.read(sentFile(request, limit));
    if (kind === 'fast' ? !/^application\/(?:.+\+)?json$/.test(type) : !types.includes(type)) return undefined;
    await (type === form ? readForm : readBytes)(request, response);
    const { body } = request as { readonly body?: unknown };
    return body instanceof Uint8Array ? parseJson(body) : body;
  };
}

/** The file in a body. It may be large, so it must not be compressed. */
function sentFile(request: IncomingMessage, limit: number): SentFile {
  const { 'content-encoding': encoding, 'content-length': length, 'content-type': contentType = '' } = request.headers;
  if (encoding !== undefined) throw Object.assign(new Error('A file must not be compressed.'), { status: 415 });
  if (Number(length) > limit) throw tooLarge();
  return { chunks: chunksOf(request, limit), length: length === undefined ? undefined : Number(length), contentType };
}

async function* chunksOf(request: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
  let length = 0;
  // The connection stays open for a refusal.
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  try {
    for await (const chunk of chunks) {
      length += chunk.length;
      if (length > limit) throw tooLarge();
      yield chunk;
    }
  } catch (error) {
    throw request.destroyed && !request.complete ? Object.assign(new Error('The request was aborted.'), { status: 400 }) : error;
  }
}

const tooLarge = (): Error => Object.assign(new Error('The body is too large.'), { type: 'entity.too.large', status: 413 });
