import type { DescribedEvent } from '../api/operations.ts';
import { type Answer, listOf } from '../output/answer.ts';

/** Answers with events, one line each. */
export const eventsAnswer = (events: readonly DescribedEvent[]): Answer =>
  listOf(events, {
    id: ({ id }) => id,
    time: ({ createdAt }) => createdAt,
    by: ({ createdBy }) => createdBy,
    environment: ({ environment }) => environment,
    change: ({ summary }) => summary.replaceAll(/[*`]/g, ''),
  });
