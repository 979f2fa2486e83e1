/** One event of a stream; its data as text. */
export interface StreamEvent {
  readonly type: string;
  readonly data: string;
}

/** What a stream has said so far. */
export interface EventReader {
  /** Takes in the next piece of text. */
  readonly take: (text: string) => void;
  /** The last id, which events need not come with. */
  readonly lastId: () => string | null;
}

/** Reads server-sent events, as HTML describes them ("Server-sent events", 9.2.6), of a server that ends lines by a line feed. */
export function eventReader(hear: (event: StreamEvent) => void): EventReader {
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
    if (data.length > 0) hear({ type, data: data.join('\n') });
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
