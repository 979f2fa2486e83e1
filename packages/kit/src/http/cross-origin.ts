import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenParts } from '../service.ts';

const methods = 'GET, HEAD, POST, OPTIONS';
const secondsToKeep = 86_400;

/**
 * Allows pages of some origins to read a response, including refusals: the origins that administrators configured, else those of the
 * settings. `*`, or an empty list, allows every origin. Only named origins may send cookies, because browsers reject the combination with
 * `*`.
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
  response.setHeader('access-control-expose-headers', 'ETag, X-Revision');
}

/** Answers a CORS preflight, which carries no credential. Any request header is allowed: it affects only its own request. */
export function answerPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  response.appendHeader('vary', 'Access-Control-Request-Headers');
  response.setHeader('access-control-allow-methods', methods);
  response.setHeader('access-control-allow-headers', headers['access-control-request-headers'] ?? 'Authorization, Content-Type');
  response.setHeader('access-control-max-age', secondsToKeep);
  response.writeHead(204, { 'content-length': 0 }).end();
}

/** Allows every page to read a refusal sent on behalf of a service. It has no private data, and pages must be able to react. */
export function allowAnyOrigin(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('access-control-allow-origin', '*');
}
