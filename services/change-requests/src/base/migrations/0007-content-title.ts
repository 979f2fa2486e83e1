import type { Migration } from '@signalbox/kit';

/** The default title of a request, from its changes. Null until they next change. */
export const contentTitle: Migration = {
  name: '0007-content-title',
  up: () => ['alter table change_request add column content_title varchar(255) null'],
};
