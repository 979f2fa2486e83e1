import type { IncomingMessage, ServerResponse } from 'node:http';

/** Sends JSON text. For HEAD, Node discards the body and keeps its length. */
export function sendJson(response: ServerResponse, status: number, json: Buffer | string): void {
  const length = typeof json === 'string' ? Buffer.byteLength(json) : json.length;
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': length }).end(json);
}

/** Path of a request, without its query. */
export const pathOf = ({ url = '/' }: Pick<IncomingMessage, 'url'>): string => url.split('?', 1)[0] ?? '/';
