import { promisify } from 'node:util';
import { bodyLimitOf, prefixFinder, type RouteDeclaration } from '@signalbox/kit';
import express, { type Request } from 'express';
import { otherContent, refuseOtherCharset } from './admit.ts';
import type { Target } from './dispatch.ts';
import { refuseDeep } from './read-body.ts';
import type { ServiceRuntime } from '../runtime/runtime.ts';
import { transientCheck } from '../validation/validation.ts';

const types = ['application/json', 'application/*+json'];

/**
 * Reads and validates the body with the parser that Express uses; an empty body becomes an empty object. Undefined for a route without a
 * body.
 */
export function readFastBody(
  declaration: RouteDeclaration,
  { service, settings }: ServiceRuntime,
): ((target: Target) => Promise<unknown>) | undefined {
  if (!declaration.body) return undefined;
  const parse = promisify(
    express.json({
      limit: bodyLimitOf(prefixFinder([service.surface])(declaration.path), settings),
      strict: false,
      inflate: false,
      type: types,
      verify: (_request, _response, bytes) => refuseDeep(bytes),
    }),
  );
  const check = transientCheck('body', declaration.body);
  return async ({ request, response }) => {
    const { headers } = request;
    refuseOtherCharset(headers['content-type']);
    await parse(request, response);
    const { body } = request as Request;
    if (body === undefined && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0))
      throw otherContent(types.slice(0, 1), headers['content-type']);
    const read: unknown = body === undefined ? {} : body;
    check(read);
    return read;
  };
}
