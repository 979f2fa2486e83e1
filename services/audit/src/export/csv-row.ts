import type { CsvCell } from '@signalbox/kit';
import type { ChainedEvent } from '../tables/event.ts';

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
