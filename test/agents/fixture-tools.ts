import { createServer } from 'node:http';
import { inputRequired, Server, type ServerContext } from '@modelcontextprotocol/server';
import { serveMcp } from '@signalbox/agents/serve-mcp';
import { openPort } from './forwarding-port.ts';

const text = (of: string) => ({ type: 'text' as const, text: of });
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const resource = { type: 'resource' as const, resource: { uri: 'test://resource', mimeType: 'text/plain', text: 'A resource.' } };

/** Tools that the conformance tests call by name. */
const tools = {
  test_simple_text: () => ({ content: [text('This is a simple text response for testing.')] }),
  test_error_handling: () => ({ content: [text('This tool intentionally returns an error for testing')], isError: true }),
  test_multiple_content_types: () => ({
    content: [text('Multiple content types test:'), { type: 'image' as const, data: pixel, mimeType: 'image/png' }, resource],
  }),
  test_embedded_resource: () => ({ content: [resource] }),
  test_missing_capability: () => inputRequired({ inputRequests: { answer: inputRequired.createMessage({ messages: [], maxTokens: 1 }) } }),
  test_streaming_elicitation: () =>
    inputRequired({
      inputRequests: {
        name: inputRequired.elicit({ message: 'Name?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } }),
      },
    }),
  test_logging_tool: async ({ mcpReq }: ServerContext) => {
    await mcpReq.log('info', 'A message for requests that asked for messages.');
    return { content: [text('Logged.')] };
  },
  json_schema_2020_12_tool: () => ({ content: [text('ok')] }),
} satisfies Readonly<Record<string, (context: ServerContext) => unknown>>;

/** The schema that must arrive as it is. */
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object' as const,
  $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

function openServer(): Server {
  const server = new Server(
    { name: 'fixture', version: '1' },
    { capabilities: { tools: {}, logging: {} }, supportedProtocolVersions: ['2026-07-28', '2025-11-25', '2025-06-18'] },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: Object.keys(tools).map((name) => ({
      name,
      description: name,
      inputSchema: name === 'json_schema_2020_12_tool' ? schema : { type: 'object' as const },
    })),
  }));
  server.setRequestHandler('tools/call', ({ params: { name } }, context) => tools[name as keyof typeof tools](context));
  return server;
}

/** A server on the transport of the product, with the tools of the conformance tests instead of those of the product. */
export async function openFixtureServer(): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((request, response) => void serveMcp(openServer, 1_000_000, request, response));
  return openPort(server);
}
