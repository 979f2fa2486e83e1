import type { Migration } from '@signalbox/kit';

/** Marks users who signed up with an unverified address. */
export const unverifiedAddresses: Migration = {
  name: '0003-unverified-addresses',
  up: () => ['alter table user add column email_unverified boolean not null default false'],
};
