import type { CsvCell } from '@signalbox/kit';
import { writeEvent } from '../event/event.schema.ts';
import { type ChainedEvent, internalEvent } from '../tables/event.ts';

/** The CSV columns of an export, named as in the events API. */
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

/** Content cells contain JSON. */
export const csvRow = (event: ChainedEvent): Record<(typeof csvColumns)[number], CsvCell> => ({
  ...event,
  createdAt: new Date(event.createdAt).toISOString(),
  groupId: event.correlationId,
});

/**
 * The event as a line of JSON, with the fields of the events API and everything else that its hash covers. Stored JSON is
 * copied unchanged.
 */
export const lineOf = (event: ChainedEvent): string =>
  `${writeEvent(event).slice(0, -1)},${JSON.stringify(internalEvent.pick(event)).slice(1)}`;
