// Tables, and projections of projects and users. All other modules build on it.

export { requestsAndApprovals } from './migrations/0001-requests-and-approvals.ts';
export { openRequests } from './migrations/0002-open-requests.ts';
export { storedContent } from './migrations/0003-stored-content.ts';
export { shapedBy } from './migrations/0004-shaped-by.ts';
export { scheduledPosition } from './migrations/0005-scheduled-position.ts';
export { planHash } from './migrations/0006-plan-hash.ts';
export { contentTitle } from './migrations/0007-content-title.ts';
export { otherProjects } from './migrations/0008-other-projects.ts';
export { proposedByAgents } from './migrations/0009-proposed-by-agents.ts';
