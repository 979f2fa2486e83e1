// Single requests and lists.

export { searchChangeRequestsRoute } from './search-change-requests.ts';
export { countActionableRoute, countChangeRequestsRoute } from './count-change-requests.ts';
export { getInboxRoute } from './get-inbox.ts';
export { getChangeRequestRoute } from './get-change-request.ts';
export { listChangeRequestsRoute } from './list-change-requests.ts';
export { listScheduledRoute } from './list-scheduled.ts';
export { listOpenRoute, listPendingOfFeatureRoute, listPendingRoute } from './list-pending.ts';
