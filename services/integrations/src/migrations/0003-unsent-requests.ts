import type { Migration } from '@signalbox/kit';

/** The requests of an event that still have to be sent, so that a retry does not repeat successful ones. */
export const unsentRequests: Migration = {
  name: '0003-unsent-requests',
  up: () => ['alter table event_delivery add column unsent longtext null'],
};
