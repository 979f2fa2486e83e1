import type { OpenParts } from '@signalbox/kit';
import { FollowedIndex } from './followed-index.ts';

/** What toggles holds in memory: what lists and searches are answered from. */
export interface IndexState {
  readonly features: FollowedIndex;
}

export const openIndex = async ({ ownMessages }: OpenParts): Promise<{ readonly state: IndexState }> => ({
  state: { features: new FollowedIndex(ownMessages) },
});
