import type { Migration } from '@signalbox/kit';

/** Hash of the plan that proposed the change request. Null for all others. */
export const plansOfProposals: Migration = {
  name: '0010-plans-of-proposals',
  up: () => ['alter table open_proposal add column plan_hash char(64) null'],
};
