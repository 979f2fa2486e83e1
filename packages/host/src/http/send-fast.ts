import type { ServerResponse } from 'node:http';
import { type FastAnswer, sendJson } from '@signalbox/kit';
import type { Target } from './dispatch.ts';

/** Sends the response of a fast route. Returns a promise only if its bytes are computed asynchronously. */
export function sendFast(answer: FastAnswer, target: Target): Promise<void> | void {
  const { etag, json } = answer;
  if (etag !== undefined && matches(target.request.headers['if-none-match'], etag)) return sendUnchanged(answer, target);
  const body = typeof json === 'function' ? json() : json;
  return body instanceof Promise ? body.then((bytes) => sendBody(answer, bytes, target)) : sendBody(answer, body, target);
}

function sendUnchanged(answer: FastAnswer, { response }: Target): void {
  setHeaders(answer, response);
  response.writeHead(304).end();
}

function sendBody(answer: FastAnswer, body: string | Buffer, { response }: Target): void {
  setHeaders(answer, response);
  if (answer.encoding !== undefined && answer.encoding !== 'plain') response.setHeader('content-encoding', answer.encoding);
  sendJson(response, 200, body);
}

function setHeaders({ etag, headers }: FastAnswer, response: ServerResponse): void {
  if (etag !== undefined) response.setHeader('etag', etag);
  for (const name in headers) {
    if (response.hasHeader(name)) response.appendHeader(name, headers[name] ?? '');
    else response.setHeader(name, headers[name] ?? '');
  }
}

/** Clients repeat the ETag as they received it. Proxies may weaken it or add others. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}
