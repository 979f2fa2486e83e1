import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { unlessStopped } from '@signalbox/timing';
import { command, type CommandSession, textOption } from '../command/command.ts';

export const mcp = command({
  name: 'mcp',
  summary: 'Connect an agent on this computer to the server, over standard input and output',
  description:
    'Forwards messages of the Model Context Protocol to the tools of the server. The agent gets a token of its own for 12 hours, which stays in memory. It may do what you may, in the environments that are open to agents.',
  options: { name: textOption('Name of the agent in the event log (default: the name that it gives itself)', 'name') },
  examples: [{ line: 'signalbox mcp --name my-editor', text: 'Serves the agent that starts this command.' }],
  async run({ name }, session) {
    const { stdin, signal } = session.terminal;
    const forward = forwarder(name, session);
    const waiting = new Set<Promise<void>>();
    const forwardAll = async () => {
      for await (const line of createInterface({ input: Readable.from(stdin) })) {
        const sent = forward(line).finally(() => waiting.delete(sent));
        waiting.add(sent);
      }
      await Promise.all(waiting);
    };
    await unlessStopped(signal, forwardAll());
    return undefined;
  },
});

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly clientInfo?: { readonly name?: string };
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
}

/**
 * Sends messages to the server as an agent, which is registered at the first one, and prints the answers. Once the agent is disconnected
 * or its time has ended, only a new start connects it again.
 */
function forwarder(name: string | undefined, { terminal, settings, api, note }: CommandSession): (line: string) => Promise<void> {
  const url = `${String(settings.url?.value).replace(/\/+$/, '')}/mcp`;
  const print = (answer: unknown): void => void terminal.stdout.write(`${JSON.stringify(answer)}\n`);
  let agreedVersion: string | undefined;
  let token: Promise<string> | undefined;
  const createToken = async (given: string): Promise<string> => {
    const { secret } = await (await api()).ask('POST /api/admin/user/agents', { body: { agent: given } });
    return secret;
  };
  const send = async (message: Message, body: string): Promise<Response> => {
    token ??= createToken(name ?? agentNameIn(message) ?? 'signalbox mcp').catch((error: unknown) => {
      token = undefined;
      throw error;
    });
    const headers = { ...headersOf(message, agreedVersion), authorization: `Bearer ${await token}` };
    return terminal.fetch(url, { method: 'POST', headers, body, signal: terminal.signal });
  };
  return async (line) => {
    if (line.trim() === '') return;
    const message = parseLine(line);
    if (!isMessage(message)) {
      const code = message === undefined ? parseError : invalidRequest;
      print({ jsonrpc: '2.0', id: null, error: { code, message: 'A line must be one message of JSON-RPC.' } });
      return;
    }
    try {
      const answer = await send(message, line);
      const text = await answer.text();
      if (text === '' || message.id === undefined) return;
      const received = JSON.parse(text) as { readonly result?: { readonly protocolVersion?: string } };
      agreedVersion ??= received.result?.protocolVersion;
      print({ ...received, id: message.id });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      note(reason);
      const isRequest = message.method !== undefined && message.id !== undefined;
      if (isRequest) print({ jsonrpc: '2.0', id: message.id, error: { code: internalError, message: reason } });
    }
  };
}

/** The value of a line, or undefined if it is no JSON. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

const isMessage = (value: unknown): value is Message => typeof value === 'object' && value !== null && !Array.isArray(value);

const parseError = -32_700;
const invalidRequest = -32_600;
const internalError = -32_603;
/** Key of parameters about the message itself. */
const meta = '_meta';
const metaPrefix = 'io.modelcontextprotocol/';

/** Headers that repeat parts of the message. Up to revision 2025-11-25, they are only the version that both sides agreed on. */
function headersOf({ method, params }: Message, agreedVersion: string | undefined): Record<string, string> {
  const version = params?.[meta]?.[`${metaPrefix}protocolVersion`];
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(agreedVersion !== undefined && { 'mcp-protocol-version': agreedVersion }),
    ...(typeof version === 'string' && { 'mcp-protocol-version': version, 'mcp-method': method ?? '' }),
    ...(typeof version === 'string' && params?.name !== undefined && { 'mcp-name': params.name }),
  };
}

/** The name that the agent gives itself in its first message, as the server accepts it. */
function agentNameIn({ params }: Message): string | undefined {
  const named = params?.clientInfo ?? (params?.[meta]?.[`${metaPrefix}clientInfo`] as { readonly name?: string } | undefined);
  return named?.name?.replaceAll(/[^\w .()-]|^[^A-Za-z0-9]+/g, '').slice(0, maxName) || undefined;
}

const maxName = 40;
