import { deepEqual, rejects } from 'node:assert/strict';
import { Readable } from 'node:stream';
import { readEvents, type ServerSentEvent } from './event-stream.ts';

const idleMs = 1000;

async function read(chunks: readonly string[]): Promise<ServerSentEvent[]> {
  const events: ServerSentEvent[] = [];
  await readEvents(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), idleMs, (event) => events.push(event));
  return events;
}

describe('an event stream', () => {
  it('is read whatever its chunks are, without comments and unfinished events', async () => {
    const text = ':\n\nevent: unleash-connected\nid: 7\ndata: {"a":"ü"}\n\ndata: 1\r\ndata: 2\r\n\r\n:\n\nevent: late\ndata: ';
    const expected = [
      { type: 'unleash-connected', id: '7', data: '{"a":"ü"}' },
      { type: 'message', id: undefined, data: '1\n2' },
    ];
    deepEqual(await read([text]), expected);
    deepEqual(await read(text.split('')), expected);
  });

  it('ends if nothing arrives for a while', async () => {
    const silent = new Readable({ read: () => undefined });
    await rejects(
      readEvents(silent, 10, () => undefined),
      /Nothing arrived on the stream/,
    );
  });
});
