import type { ChangeAction, Touched } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';

/** The tables that queries are built on, as far as these read them. */
interface Tables {
  change_request: { id: number; project_id: string; environment: string; state: string; title: string | null };
  change_touch: { change_id: number; kind: Touched['kind']; touched_id: string; request_id: number };
  known_member: { group_id: number; user_id: number };
  known_user: { id: number; root_role: number | null };
  proposal_budget: { author: string; hour_at: number; proposals: number; bytes: number };
  proposed_change: { id: number; request_id: number; action: ChangeAction; feature_name: string | null };
  request_schedule: { request_id: number; scheduled_at: number };
}

/** The query builder: in the transaction of `em` where there is one, else on a connection that reads what is committed. */
export const tablesOf = (em: EntityManager) => em.getKysely<Tables>({ type: 'read' });
