import type { EventBody } from '@signalbox/contracts';

/** The author of an event for readers, with the agent that acted, if any. */
export const authorIn = ({ createdBy, via }: Pick<EventBody, 'createdBy' | 'via'>): string =>
  via ? `${via.agent} for ${createdBy}` : createdBy;
