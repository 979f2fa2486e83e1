import type { CsvCell } from '@signalbox/kit';
import { writeEvent } from '../event/event.schema.ts';
import { type ChainedEvent, internalEvent } from '../tables/event.ts';

/** The columns of an export as CSV, called as the events API calls them. */
export const csvColumns = [
  'id',
  'createdAt',
  'type',
  'createdBy',
  'createdByUserId',
  'project',
  'environment',
  'featureName',
  'data',
  'preData',
  'tags',
  'groupId',
  'hash',
] as const;

/** Content stands in its cell as JSON. */
export const csvRow = (event: ChainedEvent): Record<(typeof csvColumns)[number], CsvCell> => ({
  ...event,
  createdAt: new Date(event.createdAt).toISOString(),
  groupId: event.correlationId,
});

/** The event as a line of JSON: as the events API shows it, and everything else that its hash covers. Stored JSON is passed on unchanged. */
export const lineOf = (event: ChainedEvent): string =>
  `${writeEvent(event).slice(0, -1)},${JSON.stringify(internalEvent.pick(event)).slice(1)}`;
