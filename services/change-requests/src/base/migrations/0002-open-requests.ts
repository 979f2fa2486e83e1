import type { Migration } from '@signalbox/kit';

/** Finds the few open requests among many closed ones. */
export const openRequests: Migration = {
  name: '0002-open-requests',
  up: () => [
    'create index change_request_by_state on change_request (state, id)',
    'create index change_request_of_project_by_state on change_request (project_id, state, id)',
    'create index change_request_by_review on change_request (review, project_id, id)',
  ],
};
