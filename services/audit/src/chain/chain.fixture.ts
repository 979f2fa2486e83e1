import { type EventContent, firstPreviousHash, hashEvent, hashPayload } from './chain.ts';
import type { ChainedEvent } from '../tables/event.ts';

/** Sample content of the event with this id. */
export const contentOf = (id: number): EventContent => ({
  id,
  createdAt: 1_772_353_800_000 + id,
  type: 'feature-created',
  createdBy: 'editor',
  createdByUserId: id % 3 === 0 ? null : id,
  project: 'default',
  environment: null,
  featureName: `feature-${id}`,
  data: `{"name":"feature-${id}"}`,
  preData: null,
  tags: '[]',
  shown: true,
  source: '/signalbox/toggles',
  sequence: id,
  revision: id,
  messageId: `00000000-0000-7000-8000-${String(id).padStart(12, '0')}`,
  correlationId: null,
  agent: null,
  client: null,
  raw: null,
});

/** Hashes the event as the successor of `previousHash`. */
export const tied = (content: EventContent, previousHash: string): ChainedEvent => ({
  ...content,
  payloadHash: null,
  previousHash,
  hash: hashEvent(previousHash, content, hashPayload(content)),
});

/** Chains events in the given order. */
export function chain(contents: readonly EventContent[], first = firstPreviousHash): ChainedEvent[] {
  let previousHash = first;
  return contents.map((content) => {
    const event = tied(content, previousHash);
    previousHash = event.hash;
    return event;
  });
}
