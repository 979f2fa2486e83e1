import { promisify } from 'node:util';
import { bodyLimitOf, prefixFinder, type RouteDeclaration } from '@signalbox/kit';
import express, { type Request, type Response } from 'express';
import type { ServiceRuntime } from '../runtime/runtime.ts';
import { fileTypes } from './read-file.ts';

/** Puts what a request brings into its `body`. Rejects with what Express' parsers refuse. */
export type BodyReader = (request: Request, response: Response) => Promise<void>;

/** A compressed body is a thousandth of what it becomes: it is only taken where that is bounded well. */
const maxInflatedBytes = 2 ** 20;

/** What reads the body of a route; called once the caller is let in, so that nobody else makes the process work. */
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

/** Deeper than anything that the wire knows; parsing takes time and memory with the depth that it does not take with the length. */
const maxDepth = 50;
const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [...Buffer.from('"\\{}[]')];

/** Looks at the bytes alone. Throws as Express' parsers do. */
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
