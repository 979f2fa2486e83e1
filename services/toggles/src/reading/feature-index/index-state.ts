import type { OpenParts } from '@signalbox/kit';
import { FollowedIndex } from './followed-index.ts';

/** In-memory state of toggles, for lists and searches. */
export interface IndexState {
  readonly features: FollowedIndex;
  readonly ownMessages: OpenParts['ownMessages'];
}

export const openIndex = async ({ ownMessages }: OpenParts): Promise<{ readonly state: IndexState }> => ({
  state: { features: new FollowedIndex(ownMessages), ownMessages },
});
