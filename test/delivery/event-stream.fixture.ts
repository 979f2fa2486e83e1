import { request } from 'undici';

/** An event of a stream with parsed data. */
export interface StreamEvent {
  readonly type: string;
  readonly id: number;
  // biome-ignore lint: tests assert on any content
  readonly data: any; // oxlint-disable-line typescript/no-explicit-any
}

/** An open stream and its events so far. */
export interface EventStream {
  readonly events: StreamEvent[];
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

export const streaming = '/api/client/streaming';

/** Opens a stream of changes; rejects if it is refused. */
export async function openStream(url: string, headers: Record<string, string>, path: string = streaming): Promise<EventStream> {
  const abort = new AbortController();
  const all = { accept: 'text/event-stream', ...headers };
  const { statusCode, body } = await request(url + path, { headers: all, signal: abort.signal, bodyTimeout: 0 });
  if (statusCode !== 200) throw new Error(`${statusCode} ${await body.text()}`);
  const events: StreamEvent[] = [];
  const read = async () => {
    let text = '';
    body.setEncoding('utf8');
    for await (const chunk of body) {
      text += String(chunk);
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      events.push(...parts.filter((part) => part.startsWith('event:')).map(readEvent));
    }
  };
  const ended = read();
  ended.catch(() => undefined);
  return { events, ended, close: () => abort.abort() };
}

function readEvent(text: string): StreamEvent {
  const [, type = '', id, data = ''] = /^event: (.*)\nid: (\d+)\ndata: (.*)$/.exec(text) ?? [];
  return { type, id: Number(id), data: JSON.parse(data) };
}
