import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** A server-sent event. */
export interface ServerSentEvent {
  readonly type: string;
  readonly id: string | undefined;
  readonly data: string;
}

const maxEventCharacters = 100_000_000;

/**
 * Reads events until the stream ends. Rejects if the connection breaks, if nothing arrives within `idleMs` (servers send comments to keep
 * a stream alive), or if an event is too large.
 */
export async function readEvents(body: Readable, idleMs: number, receive: (event: ServerSentEvent) => void): Promise<void> {
  const decoder = new StringDecoder('utf8');
  const idle = () => body.destroy(new Error(`Nothing arrived on the stream for ${idleMs / 1000} seconds.`));
  let timer = setTimeout(idle, idleMs);
  let chunks: string[] = [];
  let characters = 0;
  try {
    for await (const bytes of body as AsyncIterable<Buffer>) {
      clearTimeout(timer);
      timer = setTimeout(idle, idleMs);
      const text = decoder.write(bytes).replaceAll('\r', '');
      chunks.push(text);
      characters += text.length;
      if (characters > maxEventCharacters) throw new Error('An event of the stream is too large.');
      if (!text.includes('\n')) continue;
      const parts = chunks.join('').split('\n\n');
      const rest = parts.pop() ?? '';
      chunks = [rest];
      characters = rest.length;
      for (const part of parts) take(part, receive);
    }
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
}

function take(text: string, receive: (event: ServerSentEvent) => void): void {
  const fields = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*):? ?([^]*)$/.exec(line) ?? [];
    fields.set(name, name === 'data' && fields.has(name) ? `${fields.get(name) ?? ''}\n${value}` : value);
  }
  const data = fields.get('data');
  if (data !== undefined) receive({ type: fields.get('event') ?? 'message', id: fields.get('id'), data });
}
