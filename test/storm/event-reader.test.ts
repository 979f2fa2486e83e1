import { deepEqual } from 'node:assert/strict';
import { EventReader } from './event-reader.ts';

const text = Buffer.from(
  `:\n\nevent: unleash-connected\nid: 12\ndata: ${'x'.repeat(500)}\n\n:\n\nevent: unleash-updated\nid: 13\ndata: {}\n\n`,
);

describe('the reader of event streams', () => {
  it('finds the id of each complete event, wherever the stream is divided', () => {
    for (let size = 1; size <= text.length; size += 1) {
      const ids: number[] = [];
      const reader = new EventReader((id) => ids.push(id));
      for (let from = 0; from < text.length; from += size) reader.read(text.subarray(from, from + size));
      deepEqual(ids, [12, 13], `chunks of ${size}`);
    }
  });
});
