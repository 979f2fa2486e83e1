import type { IncomingMessage, ServerResponse } from 'node:http';

const browserPaths = /^\/(?:api\/(?:frontend|proxy)|ofrep)(?:[/?]|$)/;
const methods = 'GET, HEAD, POST, OPTIONS';
const secondsToKeep = 86_400;

/**
 * Lets pages of these origins read what browsers are answered, refusals too; `*` is every origin. Answers true for a
 * preflight, which it has answered: that carries no credential.
 */
export function allowOrigins(origins: readonly string[]): (request: IncomingMessage, response: ServerResponse) => boolean {
  const everyone = origins.length === 0 || origins.includes('*');
  const allowed = new Set(origins);
  return (request, response) => {
    if (!browserPaths.test(request.url ?? '')) return false;
    const { origin } = request.headers;
    response.setHeader('vary', 'Origin');
    if (everyone) response.setHeader('access-control-allow-origin', '*');
    else if (origin !== undefined && allowed.has(origin)) response.setHeader('access-control-allow-origin', origin);
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
