import type { IncomingMessage, ServerResponse } from 'node:http';
import { createMcpHandler, isLegacyRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { Failure } from '@signalbox/contracts';
import type { Agent } from './agent.ts';
import type { CallParts } from './answer-call.ts';
import { openMcpServer } from './open-mcp-server.ts';

/** Serves one request of an agent: a message of the Model Context Protocol over Streamable HTTP, without sessions and streams. */
export async function serveMcp(parts: CallParts, agent: Agent, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request, parts.settings.bodyLimitBytes);
  const message = new Request(new URL('/mcp', agent.baseUrl), { method: 'POST', headers: headersOf(request), body });
  const answer = isBatch(body) ? Response.json(batchRefused, { status: 400 }) : await answerMessage(parts, agent, message);
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
}

async function answerMessage(parts: CallParts, agent: Agent, message: Request): Promise<Response> {
  const open = () => openMcpServer(parts, agent);
  if (!(await isLegacyRequest(message))) return createMcpHandler(open, { legacy: 'reject', maxSubscriptions: 0 }).fetch(message);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await open().connect(transport);
  return transport.handleRequest(message);
}

/** The supported revisions have no batches. */
const isBatch = (body: Buffer): boolean => /^\s*\[/.test(body.toString('utf8', 0, 100));
const batchRefused = {
  jsonrpc: '2.0',
  error: { code: -32_600, message: 'Batches are not supported. Send one message a request.' },
  id: null,
};

async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new Failure('ContentTooLarge', `The request body exceeds the limit of ${limit} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const headersOf = ({ headers }: IncomingMessage): Headers =>
  new Headers(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]])));
