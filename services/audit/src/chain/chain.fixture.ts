import { type EventContent, firstPreviousHash, hashEvent, hashPayload } from './chain.ts';
import type { ChainedEvent } from '../tables/event.ts';

/** Something that an event may be. */
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
  raw: null,
});

/** The event with the hashes that it has behind `previousHash`. */
export const tied = (content: EventContent, previousHash: string): ChainedEvent => ({
  ...content,
  payloadHash: null,
  previousHash,
  hash: hashEvent(previousHash, content, hashPayload(content)),
});

/** Ties events to each other in the order given. */
export function chain(contents: readonly EventContent[], first = firstPreviousHash): ChainedEvent[] {
  let previousHash = first;
  return contents.map((content) => {
    const event = tied(content, previousHash);
    previousHash = event.hash;
    return event;
  });
}
