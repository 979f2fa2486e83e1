import type { EntityManager } from '@signalbox/kit';

/** The tables that queries are built on, as both dialects answer them: instants are epoch milliseconds. */
export interface Tables {
  /** One row, which the host keeps: see `revision` in ARCHITECTURE. */
  counter: { id: number; revision: number };
  api_token: {
    id: number;
    hash: string;
    token_name: string;
    type: string;
    /** JSON. */
    projects: string;
    environment: string;
    expires_at: number | null;
  };
  known_browser: { hash: string; user_id: number; created_at: number; expires_at: number };
  heard_position: { service: string; position: number };
  known_origin: { origin: string };
  known_project: { id: string; mode: string };
  log_in: { id: number; user_id: number | null; successful: boolean | number; address: string; created_at: number };
  login_session: { hash: string; user_id: number; password_only: boolean | number; created_at: number };
  provisioned_user: { user_id: number; user_name: string; external_id: string | null; active: boolean | number };
  reset_token: { user_id: number; created_by: number | null; expires_at: number; used_at: number | null };
  group_member: { group_id: number; user_id: number; by_sso: boolean | number; created_by: string | null; joined_at: number };
  role_grant: { user_id: number | null; group_id: number | null; role_id: number; project_id: string | null; created_at: number };
  user_group: { id: number; name: string };
  unknown_user: { id: number; login_attempts: number };
  user: {
    id: number;
    kind: string;
    name: string | null;
    username: string | null;
    email: string | null;
    password_hash: string | null;
    root_role: number;
    login_attempts: number;
    seen_at: number | null;
    created_at: number;
    deleted_at: number | null;
  };
}

/** The query builder: in the transaction of `em` where there is one, else on a connection that reads what is committed. */
export const tablesOf = (em: EntityManager) => em.getKysely<Tables>({ type: 'read' });
