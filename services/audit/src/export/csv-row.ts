import type { CsvCell } from '@signalbox/kit';
import { importedFrom } from '../source/imported-event.ts';
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
  'agent',
  'imported',
  'hash',
] as const;

/** Content cells contain JSON. `imported` is the system that an imported event comes from. */
export const csvRow = (event: ChainedEvent): Record<(typeof csvColumns)[number], CsvCell> => ({
  ...event,
  createdAt: new Date(event.createdAt).toISOString(),
  groupId: event.correlationId,
  imported: importedFrom(event).imported?.source ?? null,
});
