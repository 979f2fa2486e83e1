import { module } from '@signalbox/kit';
import { requestsAndApprovals } from './migrations/0001-requests-and-approvals.ts';
import { openRequests } from './migrations/0002-open-requests.ts';
import { storedContent } from './migrations/0003-stored-content.ts';
import { shapedBy } from './migrations/0004-shaped-by.ts';
import { scheduledPosition } from './migrations/0005-scheduled-position.ts';
import { planHash } from './migrations/0006-plan-hash.ts';
import { contentTitle } from './migrations/0007-content-title.ts';

/** Tables, and projections of projects and users. All other modules build on it. */
export const base = module({
  migrations: [requestsAndApprovals, openRequests, storedContent, shapedBy, scheduledPosition, planHash, contentTitle],
});
