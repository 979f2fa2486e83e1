import type { Migration } from '@signalbox/kit';

/** The features to which an add-on is limited; null for none, as the previous version stores it. */
export const featuresOfAddons: Migration = {
  name: '0004-features-of-addons',
  up: () => ['alter table addon add column features longtext null'],
};
