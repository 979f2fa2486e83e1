import type { EntityManager } from '@signalbox/kit';

/** The tables that queries are built on, as both dialects answer them: instants are epoch milliseconds. */
export interface Tables {
  /** One row, which the host keeps: see `revision` in ARCHITECTURE. */
  counter: { id: number; revision: number };
  known_project: { id: string; mode: string };
  role_grant: { user_id: number | null; group_id: number | null; role_id: number; project_id: string | null; created_at: number };
  unknown_user: { id: number; login_attempts: number };
  user: { id: number; login_attempts: number };
}

/** The query builder: in the transaction of `em` where there is one, else on a connection that reads what is committed. */
export const tablesOf = (em: EntityManager) => em.getKysely<Tables>({ type: 'read' });
