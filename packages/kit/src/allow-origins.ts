import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenParts } from './service.ts';

const browserPaths = /^\/(?:api\/(?:frontend|proxy)|ofrep)(?:[/?]|$)/;
const methods = 'GET, HEAD, POST, OPTIONS';
const secondsToKeep = 86_400;

/**
 * Lets pages of some origins read what browsers are answered, refusals too: those that administrators have set, else those
 * of the settings; `*`, or none, is every origin. Answers true for a preflight, which it has answered: that carries no credential.
 */
export function allowOrigins({
  access,
  settings,
}: Pick<OpenParts, 'access' | 'settings'>): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    if (!browserPaths.test(request.url ?? '')) return false;
    const { origin } = request.headers;
    const origins = access.frontendOrigins ?? settings.frontendOrigins;
    response.setHeader('vary', 'Origin');
    if (origins.length === 0 || origins.includes('*')) response.setHeader('access-control-allow-origin', '*');
    else if (origin !== undefined && origins.includes(origin)) response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-allow-credentials', 'true');
    response.setHeader('access-control-expose-headers', 'ETag');
    if (request.method !== 'OPTIONS') return false;
    answerPreflight(request, response);
    return true;
  };
}

/** Whatever headers an SDK sends are its own business: none of them changes anything but its answer. */
function answerPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  response.appendHeader('vary', 'Access-Control-Request-Headers');
  response.setHeader('access-control-allow-methods', methods);
  response.setHeader('access-control-allow-headers', headers['access-control-request-headers'] ?? 'Authorization, Content-Type');
  response.setHeader('access-control-max-age', secondsToKeep);
  response.writeHead(204, { 'content-length': 0 }).end();
}
