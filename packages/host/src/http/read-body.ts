import { promisify } from 'node:util';
import { bodyLimitOf, prefixFinder, type RouteDeclaration } from '@signalbox/kit';
import express, { type Request, type Response } from 'express';
import type { ServiceRuntime } from '../runtime/runtime.ts';
import { fileTypes } from './read-file.ts';

/** Reads the body of a request into `body`. Rejects with the errors of Express' parsers. */
export type BodyReader = (request: Request, response: Response) => Promise<void>;

/** A compressed body can expand a thousandfold, so it is accepted only below this limit. */
const maxInflatedBytes = 2 ** 20;

/** Creates the reader of a route's body. It is called once the caller is authorized, so that others cannot make the process work. */
export function bodyReader(declaration: RouteDeclaration, { service, settings }: ServiceRuntime): BodyReader {
  const { path, body, bodyTypes = ['application/json'], fileDefaults } = declaration;
  const limit = bodyLimitOf(prefixFinder([service.surface])(path), settings);
  const json = bodyTypes.filter((type) => type !== form);
  const options = { limit, inflate: limit <= maxInflatedBytes };
  const readers = [
    ...(body && json.length > 0 ? [promisify(express.json({ ...options, type: json, strict: false, verify }))] : []),
    ...(bodyTypes.includes(form) ? [promisify(express.urlencoded({ ...options, type: form, extended: false, parameterLimit: 20 }))] : []),
    ...(fileDefaults ? [promisify(express.raw({ ...options, type: fileTypes }))] : []),
  ];
  return async (request, response) => {
    for (const read of readers) await read(request, response);
  };
}

const form = 'application/x-www-form-urlencoded';
const verify = (_request: unknown, _response: unknown, bytes: Uint8Array): void => refuseDeep(bytes);

/** Deeper than any schema of the API. Deep nesting costs time and memory out of proportion to the length. */
const maxDepth = 50;
const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [...Buffer.from('"\\{}[]')];

/** Inspects only the bytes. Throws like Express' parsers. */
export function refuseDeep(bytes: Uint8Array): void {
  let depth = 0;
  let isText = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (isText) {
      if (byte === backslash) index += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      if (depth > maxDepth) throw Object.assign(new Error(`The body is nested more than ${maxDepth} levels deep.`), { status: 400 });
    } else if (byte === closeBrace || byte === closeBracket) depth -= 1;
  }
}
