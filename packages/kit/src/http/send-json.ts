import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers past Express with what is JSON already. Node discards the body of an answer to HEAD, and keeps its length. */
export function sendJson(response: ServerResponse, status: number, json: Buffer | string): void {
  const length = typeof json === 'string' ? Buffer.byteLength(json) : json.length;
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': length }).end(json);
}

/** The path that a request is for, without its query. */
export const pathOf = ({ url = '/' }: Pick<IncomingMessage, 'url'>): string => url.split('?', 1)[0] ?? '/';
