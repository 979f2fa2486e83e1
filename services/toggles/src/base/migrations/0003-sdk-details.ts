import type { Migration } from '@signalbox/kit';

/** Stores the build and platform of the SDK of an instance. Null for instances that have not reported them. */
export const sdkDetails: Migration = {
  name: '0003-sdk-details',
  up: () => ['alter table application_instance add column sdk_details longtext null'],
};
