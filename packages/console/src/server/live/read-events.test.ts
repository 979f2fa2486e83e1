import { deepEqual, equal } from 'node:assert/strict';
import { eventReader, type StreamEvent } from './read-events.ts';

describe('events of a stream', () => {
  function reading(...chunks: string[]) {
    const events: StreamEvent[] = [];
    const reader = eventReader((event) => events.push(event));
    for (const chunk of chunks) reader.take(chunk);
    return { events, id: reader.lastId() };
  }

  it('are parsed as they arrive, wherever the chunks end', () => {
    const text = 'event: change\nid: 7\ndata: {"a":1}\n\nevent: resync\nid: 9\ndata: {}\n\n';
    const atOnce = reading(text);
    deepEqual(atOnce.events, [
      { type: 'change', data: '{"a":1}' },
      { type: 'resync', data: '{}' },
    ]);
    deepEqual(reading(...text.split('')), atOnce);
  });

  it('exclude heartbeats, whose id still counts', () => {
    deepEqual(reading(':\n\n', 'retry: 2000\nid: 5\n\n', 'id: 6\n\n'), { events: [], id: '6' });
  });

  it('are held back until they are complete', () => {
    const { events, id } = reading('event: change\nid: 8\ndata: {}\n');
    equal(events.length, 0);
    equal(id, null);
  });
});
