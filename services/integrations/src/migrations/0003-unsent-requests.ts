import type { Migration } from '@signalbox/kit';

/** Stores which requests of an event still have to be sent, so that a retry does not repeat those that arrived. */
export const unsentRequests: Migration = {
  name: '0003-unsent-requests',
  up: () => ['alter table event_delivery add column unsent longtext null'],
};
