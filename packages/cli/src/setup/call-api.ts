import { readFile } from 'node:fs/promises';
import { decodeText } from '@signalbox/contracts/decode-text';
import { unlessStopped } from '@signalbox/timing';
import { argument, command, repeatedOption, textOption } from '../command/command.ts';
import { usageProblem } from '../base/problem.ts';
import type { Terminal } from '../base/terminal.ts';

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export const callApi = command({
  name: 'api',
  summary: 'Send a request to the API, for operations without a command',
  description: 'A running server describes its API at /docs.',
  arguments: { method: argument('GET, POST, PUT, PATCH or DELETE'), path: argument('Path with its query') },
  options: {
    data: textOption('Body as JSON; @file reads a file, @- standard input', 'json', 'd'),
    header: repeatedOption('Header', 'name:value', 'H'),
  },
  examples: [
    { line: 'signalbox api GET /api/admin/context', text: 'Lists the context fields.' },
    { line: `signalbox api POST /api/admin/tag-types -d '{"name":"team"}'`, text: 'Creates a tag type.' },
  ],
  async run({ method, path, data, header }, session) {
    const name = method.toUpperCase();
    if (!methods.includes(name)) throw usageProblem(`Use one of ${methods.join(', ')}; got ${method}.`);
    if (!path.startsWith('/')) throw usageProblem(`The path must begin with a slash; got ${path}.`);
    const api = await session.api();
    const body = data === undefined ? undefined : await bodyFrom(data, session.terminal);
    const response = await api.raw({ method: name, path, body, headers: Object.fromEntries(header.map(parseHeader)) });
    const text = await response.text();
    if (text === '') return undefined;
    const isJson = /^application\/(?:[\w.-]+\+)?json\b/.test(response.headers.get('content-type') ?? '');
    if (isJson) return { data: JSON.parse(text) as unknown, text: JSON.stringify(JSON.parse(text), null, 2) };
    session.terminal.stdout.write(text);
    return undefined;
  },
});

async function bodyFrom(data: string, { stdin, signal }: Terminal): Promise<string> {
  if (!data.startsWith('@')) return data;
  if (data !== '@-')
    return readFile(data.slice(1))
      .then(decodeText)
      .catch((error: Error) => {
        throw usageProblem(`The body cannot be read: ${error.message}`);
      });
  return unlessStopped(signal, textOf(stdin));
}

async function textOf(stdin: Terminal['stdin']): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return decodeText(Buffer.concat(chunks));
}

function parseHeader(text: string): readonly [string, string] {
  const at = text.indexOf(':');
  if (at < 1) throw usageProblem(`A header has the form name:value; got ${text}.`);
  return [text.slice(0, at).trim().toLowerCase(), text.slice(at + 1).trim()];
}
