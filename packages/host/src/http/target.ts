import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import { clientAddressHeader, Failure, type Principal } from '@signalbox/contracts';

/** A request with its route. */
export interface Target {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The query as it was sent, without the question mark. */
  readonly search: string;
  /** Values of the path's parameters, in order, as they were sent. */
  readonly values: readonly string[];
}

/** Parts of a service that its routes need. */
export interface RouteParts {
  readonly state: unknown;
  readonly identify: (request: IncomingMessage) => Promise<Principal> | Principal;
}

/** Value of a header, by lower-case name. Repeated headers are joined into one list. */
export function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Address of the caller, as the public port saw it. */
export const clientAddressOf = (request: IncomingMessage): string =>
  headerOf(request, clientAddressHeader) ?? (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');

/** Returns true if `If-None-Match` has the ETag. Proxies may weaken it or add others. */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === etag || ifNoneMatch.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim())));

/** Returns true if the request announces a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Returns a reader of the parameters of a declared path, which throws `BadRequestError` for invalid percent-encoding. */
export function paramsReader(path: string): (values: readonly string[]) => Record<string, string> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return (values) => Object.fromEntries(names.map((name, index) => [name, decode(values[index] ?? '')]));
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new Failure('BadRequestError', 'The path is not valid percent-encoding.');
  }
}

/** Parses a query. */
export const readQuery = (search: string): Record<string, unknown> => ({ ...parse(search, '&', '=', { maxKeys: 0 }) });

/** Throws 400 for a query with bytes that are not UTF-8. A percent sign without two hexadecimal digits is literal. */
export function refuseOtherEncodings(search: string): void {
  try {
    decodeURIComponent(search.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    throw new Failure('ValidationError', 'The query is not percent-encoded UTF-8.', { path: '' });
  }
}
