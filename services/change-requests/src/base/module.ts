import { module } from '@signalbox/kit';
import { knownProjectEntity } from './known-project.ts';
import { requestsAndApprovals } from './migrations/0001-requests-and-approvals.ts';

/** What every other module stands on: the tables, and what is known of toggles. */
export const base = module({ entities: [knownProjectEntity], migrations: [requestsAndApprovals] });
