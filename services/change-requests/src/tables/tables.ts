import type { EntityManager } from '@signalbox/kit';
import { type RowsOf, tablesIn } from '@signalbox/table';
import type { Kysely } from 'kysely';
import * as changeRequest from './change-request.ts';
import * as change from './change.ts';
import * as decision from './decision.ts';
import * as known from './known.ts';
import * as proposalBudget from './proposal-budget.ts';

export const tables = tablesIn(changeRequest, change, decision, known, proposalBudget);

export type Tables = RowsOf<(typeof tables)[number]>;

/** The query builder: in the transaction of `em` if there is one, else on a connection that reads committed rows. */
export const tablesOf = (em: EntityManager): Kysely<Tables> => em.getKysely<Tables>({ type: 'read' });
