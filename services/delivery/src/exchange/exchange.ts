import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddressHeader } from '@signalbox/contracts';
import { sendJson } from '@signalbox/kit';

/** One request that is answered past Express, its target taken apart. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  readonly path: string;
  readonly search: string;
}

export function exchangeOf(request: IncomingMessage, response: ServerResponse): Exchange {
  const target = request.url ?? '';
  const query = target.indexOf('?');
  const [path, search] = query < 0 ? [target, ''] : [target.slice(0, query), target.slice(query + 1)];
  return { request, response, method: request.method ?? '', path, search };
}

export const isRead = ({ method }: Exchange): boolean => method === 'GET' || method === 'HEAD';

/** A header's value; of several with the same name, all of them in one list. */
export function headerOf({ request }: Exchange, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Whom the public door saw; without one, who is connected. */
export function addressOf(exchange: Exchange): string {
  return headerOf(exchange, clientAddressHeader) ?? (exchange.request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
}

export const answerJson = ({ response }: Exchange, status: number, json: Buffer | string): void => sendJson(response, status, json);

/** Says which state the caller has from here on; true when it had it before and was told so with 304. */
export function answerUnchanged(exchange: Exchange, etag: string): boolean {
  exchange.response.setHeader('etag', etag);
  if (!matchesEtag(headerOf(exchange, 'if-none-match'), etag)) return false;
  exchange.response.writeHead(304).end();
  return true;
}

/** SDKs send back what they were sent; proxies on the way weaken it or make it one of several. */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}
