import type { EntityManager } from '@signalbox/kit';
import type { RowsOf } from '@signalbox/table';
import type { Kysely } from 'kysely';
import { changeRequestTable, requestCommentTable, requestScheduleTable } from './change-request.ts';
import { changeTouchTable, proposedChangeTable } from './change.ts';
import { approvalTable, rejectionTable, requestedApproverTable } from './decision.ts';
import { knownMemberTable, knownProjectTable, knownUserTable } from './known.ts';
import { proposalBudgetTable } from './proposal-budget.ts';

export const tables = [
  approvalTable,
  changeRequestTable,
  changeTouchTable,
  knownMemberTable,
  knownProjectTable,
  knownUserTable,
  proposalBudgetTable,
  proposedChangeTable,
  rejectionTable,
  requestCommentTable,
  requestScheduleTable,
  requestedApproverTable,
] as const;

export type Tables = RowsOf<(typeof tables)[number]>;

/** The query builder: in the transaction of `em` if there is one, else on a connection that reads committed rows. */
export const tablesOf = (em: EntityManager): Kysely<Tables> => em.getKysely<Tables>({ type: 'read' });
