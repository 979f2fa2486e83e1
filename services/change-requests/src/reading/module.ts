import { module } from '@signalbox/kit';
import { searchChangeRequestsRoute } from './search-change-requests.ts';
import { countActionableRoute, countChangeRequestsRoute } from './count-change-requests.ts';
import { getInboxRoute } from './get-inbox.ts';
import { getChangeRequestRoute } from './get-change-request.ts';
import { listChangeRequestsRoute } from './list-change-requests.ts';
import { listScheduledRoute } from './list-scheduled.ts';
import { listOpenRoute, listPendingOfFeatureRoute, listPendingRoute } from './list-pending.ts';

/** Single requests and lists. */
export const reading = module({
  routes: [
    listChangeRequestsRoute,
    listPendingRoute,
    listOpenRoute,
    listPendingOfFeatureRoute,
    listScheduledRoute,
    countChangeRequestsRoute,
    countActionableRoute,
    searchChangeRequestsRoute,
    getInboxRoute,
    getChangeRequestRoute,
  ],
});
