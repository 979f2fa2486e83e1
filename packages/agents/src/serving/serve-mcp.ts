import type { IncomingMessage, ServerResponse } from 'node:http';
import { createMcpHandler, isLegacyRequest, type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { Failure } from '@signalbox/contracts';

type Open = () => Server;

/** Serves one request with a server of its own: a message of the Model Context Protocol over Streamable HTTP, without sessions and streams. */
export async function serveMcp(open: Open, bodyLimit: number, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request, bodyLimit);
  const answer = refusalOf(body) ?? (await answerMessage(open, messageOf(request, body)));
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
}

async function answerMessage(open: Open, message: Request): Promise<Response> {
  if (!(await isLegacyRequest(message))) return createMcpHandler(open, { legacy: 'reject' }).fetch(message);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await open().connect(transport);
  return transport.handleRequest(message);
}

/** Refuses batches, which the supported revisions do not have, and subscriptions to tools, which never change. */
function refusalOf(body: Buffer): Response | null {
  const message = parsed(body);
  if (Array.isArray(message)) return refusal(400, -32_600, 'Batches are not supported. Send one message a request.');
  const isListening = message?.method === 'subscriptions/listen';
  return isListening ? refusal(404, -32_601, 'There are no subscriptions: the tools never change.', message.id) : null;
}

const refusal = (status: number, code: number, message: string, id: unknown = null): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id }, { status });

function parsed(body: Buffer): { readonly method?: unknown; readonly id?: unknown } | null {
  try {
    return JSON.parse(body.toString()) as object;
  } catch {
    return null;
  }
}

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

function messageOf({ headers }: IncomingMessage, body: Buffer): Request {
  const all = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]]));
  return new Request('http://localhost/mcp', { method: 'POST', headers: all, body });
}
