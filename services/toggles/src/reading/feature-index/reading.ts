import type { OpenParts } from '@signalbox/kit';
import { FollowedIndex } from './followed-index.ts';

/** What toggles holds in memory: what lists and searches are answered from. */
export interface Reading {
  readonly features: FollowedIndex;
}

export const openReading = async ({ ownMessages }: OpenParts): Promise<{ readonly state: Reading }> => ({
  state: { features: new FollowedIndex(ownMessages) },
});
