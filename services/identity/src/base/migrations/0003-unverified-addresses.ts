import type { Migration } from '@signalbox/kit';

/** Marks users who signed up with an address that nobody has verified. */
export const unverifiedAddresses: Migration = {
  name: '0003-unverified-addresses',
  up: () => ['alter table user add column email_unverified boolean not null default false'],
};
