import type { EntityManager } from '@signalbox/kit';
import type { Kysely } from 'kysely';

/** The tables that queries are built on, as both dialects answer them: booleans are 0 or 1, instants epoch milliseconds, JSON is text. */
export interface Tables {
  account_count: { kind: string; total: number };
  application: {
    name: string;
    strategies: string;
    description: string | null;
    url: string | null;
    color: string | null;
    icon: string | null;
    created_by: string | null;
    created_at: number;
    seen_at: number;
  };
  application_hour: { hour: number; environment: string; app_name: string };
  application_project: { app_name: string; environment: string; project_id: string; seen_at: number };
  application_instance: {
    app_name: string;
    environment: string;
    instance_id: string;
    sdk_version: string | null;
    sdk_type: string | null;
    created_at: number;
    seen_at: number;
  };
  /** One row, which the host keeps: see `revision` in ARCHITECTURE. */
  counter: { message: number; position: number; revision: number };
  environment: { name: string; type: string; enabled: number; is_protected: number; sort_order: number; created_at: number };
  favorite_feature: { user_id: number; feature_name: string };
  feature: {
    name: string;
    project_id: string;
    type: string;
    description: string | null;
    stale: number;
    potentially_stale: number;
    impression_data: number;
    created_at: number;
    archived_at: number | null;
    created_by_user_id: number | null;
    created_by: string | null;
    version: number;
    revived_at: number | null;
    pre_live_at: number | null;
    live_at: number | null;
    completed_at: number | null;
    completed_status: string | null;
    completed_status_value: string | null;
  };
  feature_collaborator: { feature_name: string; user_id: number; user_name: string; changed_at: number };
  feature_dependency: { child: string; parent: string; enabled: number; variants: string };
  feature_environment: {
    feature_name: string;
    environment: string;
    enabled: number;
    variants: string;
    last_seen_at: number | null;
    strategy_count: number;
    enabled_strategy_count: number;
  };
  feature_link: { id: string; feature_name: string; url: string; title: string | null; sort_order: number; created_at: number };
  feature_strategy: {
    id: string;
    feature_name: string;
    environment: string;
    strategy_name: string;
    title: string | null;
    disabled: number;
    sort_order: number;
    parameters: string;
    constraints: string;
    variants: string;
    created_at: number;
  };
  feature_strategy_segment: { strategy_id: string; segment_id: number; feature_name: string };
  feature_tag: { feature_name: string; tag_type: string; tag_value: string };
  feature_type: { id: string; lifetime_days: number | null };
  first_production: { feature_name: string; at: number };
  project: {
    id: string;
    name: string;
    feature_limit: number | null;
    naming_pattern: string | null;
    naming_example: string | null;
    link_templates: string | null;
  };
  project_activity: { project_id: string; day: number; events: number; last_at: number };
  open_proposal: { id: number; project_id: string; environment: string; user_id: number | null; draft: number };
  project_environment: { project_id: string; environment: string; default_strategy: string | null };
  protected_environment: { project_id: string; environment: string; required_approvals: number; policy: string };
  segment: { id: number; name: string; project_id: string | null; constraints: string };
  strategy_context: { strategy_id: string; context_name: string };
  unknown_flag: { name: string; app_name: string; environment: string; seen_at: number };
  proposed_use: {
    change_id: number;
    segment_id: number;
    proposal_id: number;
    feature_name: string;
    strategy_name: string;
    strategy_id: string | null;
  };
  usage_hour: { hour: number; environment: string; app_name: string; feature_name: string; yes: number; no: number };
  variant_usage_hour: { hour: number; environment: string; app_name: string; feature_name: string; variant: string; uses: number };
}

/** The query builder: in the transaction of `em` where there is one, else on a connection that reads what is committed. */
export const tablesOf = (em: EntityManager): Kysely<Tables> => em.getKysely<Tables>({ type: 'read' });

/** A stored instant. */
export const dateOf = (ms: number): Date => new Date(Number(ms));

/** As `dateOf`, of what may never have happened. */
export const dateOrNull = (ms: number | null): Date | null => (ms === null ? null : dateOf(ms));

/** A stored instant as the wire shows it. */
export const instantOf = (ms: number): string => dateOf(ms).toISOString();

/** As `instantOf`, of what may never have happened. */
export const instantOrNull = (ms: number | null): string | null => (ms === null ? null : instantOf(ms));
