/** One event of a stream, with its data as text. */
export interface StreamEvent {
  readonly type: string;
  readonly data: string;
}

/** Parser state of a stream. */
export interface EventReader {
  /** Parses the next chunk of text. */
  readonly take: (text: string) => void;
  /** The last id; not every event has one. */
  readonly lastId: () => string | null;
}

/** Parses server-sent events (HTML standard, "Server-sent events", 9.2.6) from a server that uses LF as line ending. */
export function eventReader(handle: (event: StreamEvent) => void): EventReader {
  let rest = '';
  let id: string | null = null;
  const readBlock = (block: string) => {
    let type = 'message';
    const data: string[] = [];
    for (const line of block.split('\n')) {
      const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
      if (name === 'id') id = value;
      if (name === 'event') type = value;
      if (name === 'data') data.push(value);
    }
    if (data.length > 0) handle({ type, data: data.join('\n') });
  };
  return {
    take(text) {
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) readBlock(block);
    },
    lastId: () => id,
  };
}
