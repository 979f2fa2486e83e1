import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FoundAgent } from './agent.ts';
import type { CallParts } from './answer-call.ts';
import { openMcpServer } from './open-mcp-server.ts';
import { serveMcp } from './serve-mcp.ts';

/** Finds the agent whose token a request has. */
export type FindAgent = (request: IncomingMessage) => Promise<FoundAgent | null>;

/** Serves the endpoint of the Model Context Protocol to agents. */
export const openMcp =
  (parts: CallParts, findAgent: FindAgent) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, headers } = request;
    if (method !== 'POST') return refuse(response.setHeader('allow', 'POST'), 405, 'There are no streams and no sessions. Use POST.');
    if (isForeign(request, parts.settings.baseUrl)) return refuse(response, 403, 'Pages of other origins must not call this server.');
    const baseUrl = parts.settings.baseUrl ?? `http://${headers.host ?? 'localhost'}`;
    const agent = await findAgent(request);
    if (!agent) {
      response.setHeader('www-authenticate', `Bearer resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp"`);
      return refuse(response, 401, 'Connect this client again: it needs the token of an agent.');
    }
    const open = () => openMcpServer(parts, { ...agent, baseUrl });
    return serveMcp(open, parts.settings.bodyLimitBytes, request, response);
  };

function refuse(response: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * True for requests of browsers from another page. The host of a request proves nothing, because a name may lead to any address (DNS
 * rebinding), so only the public address and this computer count as own.
 */
function isForeign({ headers: { origin, host } }: IncomingMessage, baseUrl: string | null): boolean {
  if (origin === undefined) return false;
  const from = hostOf(origin);
  return from === null || (from !== hostOf(baseUrl ?? '') && !(from === host && loopback.test(from)));
}

/** Null for an invalid URL, such as the `null` of an opaque origin. */
const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null);
