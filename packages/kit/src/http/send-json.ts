import type { IncomingMessage, ServerResponse } from 'node:http';

/** Sends JSON text, of a more specific type if given. For HEAD, Node discards the body and keeps its length. */
export function sendJson(response: ServerResponse, status: number, json: Buffer | string, type = 'application/json'): void {
  const length = typeof json === 'string' ? Buffer.byteLength(json) : json.length;
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'content-length': length }).end(json);
}

/** Path of a request, without its query. */
export const pathOf = ({ url = '/' }: Pick<IncomingMessage, 'url'>): string => url.split('?', 1)[0] ?? '/';
