import type { Migration } from '@signalbox/kit';

/** The protected environments of other projects that the changes of a request affect. Null until they next change. */
export const otherProjects: Migration = {
  name: '0008-other-projects',
  up: () => ['alter table change_request add column elsewhere text null'],
};
