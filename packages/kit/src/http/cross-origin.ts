import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenParts } from '../service.ts';

const methods = 'GET, HEAD, POST, OPTIONS';
const secondsToKeep = 86_400;

/**
 * Lets pages of some origins read an answer, a refusal too: those that administrators have set, else those of the settings;
 * `*`, or none, is every origin. Cookies may come from named origins alone: browsers refuse the two together.
 */
export function allowOrigin(
  { access, settings }: Pick<OpenParts, 'access' | 'settings'>,
  { headers: { origin } }: IncomingMessage,
  response: ServerResponse,
): void {
  const origins = access.frontendOrigins ?? settings.frontendOrigins;
  response.setHeader('vary', 'Origin');
  if (origins.length === 0 || origins.includes('*')) response.setHeader('access-control-allow-origin', '*');
  else if (origin !== undefined && origins.includes(origin)) {
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-allow-credentials', 'true');
  }
  response.setHeader('access-control-expose-headers', 'ETag');
}

/**
 * Answers what a browser asks before it sends a page's request, which carries no credential. Whatever headers an SDK sends
 * are its own business: none of them changes anything but its answer.
 */
export function answerPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  response.appendHeader('vary', 'Access-Control-Request-Headers');
  response.setHeader('access-control-allow-methods', methods);
  response.setHeader('access-control-allow-headers', headers['access-control-request-headers'] ?? 'Authorization, Content-Type');
  response.setHeader('access-control-max-age', secondsToKeep);
  response.writeHead(204, { 'content-length': 0 }).end();
}

/**
 * Lets every page read what is refused in a service's place: it says nothing of anybody, and a page that may not read it
 * cannot heed it.
 */
export function allowAnyOrigin(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('access-control-allow-origin', '*');
}
