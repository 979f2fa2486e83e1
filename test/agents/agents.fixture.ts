import { equal } from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Client as HttpClient } from '@signalbox/testing';
import { sessionOf } from '../cli/cli.fixture.ts';
import { type GatewayApp, openGatewayApp } from '../gateway/gateway-app.fixture.ts';

/** A result of a tool. */
export interface ToolResult {
  readonly isError: boolean;
  readonly text: string;
  // biome-ignore lint: tests assert on any content
  readonly data: any; // oxlint-disable-line typescript/no-explicit-any
  readonly problem: string | undefined;
  readonly cursor: string | undefined;
}

/** An agent: the official client with the token of one. */
export interface ConnectedAgent {
  readonly client: Client;
  readonly call: (tool: string, input: Readonly<Record<string, unknown>>) => Promise<ToolResult>;
  /** Requires success, and returns the data. */
  // biome-ignore lint: tests assert on any content
  readonly ask: (tool: string, input: Readonly<Record<string, unknown>>) => Promise<any>; // oxlint-disable-line typescript/no-explicit-any
}

/** The product behind its gateway, and the session of its administrator. */
export interface AgentsApp extends GatewayApp {
  readonly session: HttpClient;
  readonly url: string;
  connect(token?: string, revision?: 'newest' | 'previous'): Promise<ConnectedAgent>;
  close(): Promise<void>;
}

/** Budgets that no test of something else spends. */
const unlimited = { AGENT_READS_PER_MINUTE: '1000000', AGENT_WRITES_PER_HOUR: '1000000' };

export async function openAgentsApp(settings: Readonly<Record<string, string>> = {}): Promise<AgentsApp> {
  const product = await openGatewayApp({ ...unlimited, ...settings });
  const session = await sessionOf(product);
  const { url } = product.app;
  const connected: Client[] = [];
  return {
    ...product,
    session,
    url,
    async connect(token, revision = 'newest') {
      const agent = await connectAgent(url, token ?? (await agentToken(session)), revision);
      connected.push(agent.client);
      return agent;
    },
    async close() {
      for (const client of connected) await client.close();
      await product.app.close();
    },
  };
}

/** A token of an agent of the user with this session. */
export async function agentToken(session: HttpClient, name = 'test-agent'): Promise<string> {
  const { status, body } = await session.post('/api/admin/user/agents', { agent: name });
  equal(status, 201, JSON.stringify(body));
  return body.secret;
}

/** Connects the official client with the token of an agent. */
export async function connectAgent(url: string, token: string, revision: 'newest' | 'previous' = 'newest'): Promise<ConnectedAgent> {
  const client = new Client(
    { name: 'test-agent', version: '1' },
    { versionNegotiation: { mode: revision === 'newest' ? 'auto' : 'legacy' } },
  );
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  const call = async (name: string, input: Readonly<Record<string, unknown>>): Promise<ToolResult> => {
    const { content, isError = false } = await client.callTool({ name, arguments: { ...input } });
    const [first] = content;
    const text = first?.type === 'text' ? first.text : '';
    const { data, problem, cursor } = JSON.parse(text);
    return { isError, text, data, problem, cursor };
  };
  return {
    client,
    call,
    async ask(name, input) {
      const { isError, data, text } = await call(name, input);
      equal(isError, false, text);
      return data;
    },
  };
}
