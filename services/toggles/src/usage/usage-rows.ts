import type { EntityManager } from '@signalbox/kit';

interface Rows {
  application: { name: string; strategies: string; created_at: number; seen_at: number };
  application_instance: {
    app_name: string;
    environment: string;
    instance_id: string;
    sdk_version: string | null;
    created_at: number;
    seen_at: number;
  };
  feature: { name: string; project_id: string; type: string; description: string | null };
  unknown_feature: { name: string; app_name: string; environment: string; seen_at: number };
  usage_hour: { hour: number; environment: string; app_name: string; feature_name: string; yes: number; no: number };
  variant_usage_hour: {
    hour: number;
    environment: string;
    app_name: string;
    feature_name: string;
    variant: string;
    uses: number;
  };
}

/** The tables that programs fill, for reading. */
export const readUsage = (em: EntityManager) => em.getKysely<Rows>({ type: 'read' });

export const instant = (ms: number): string => new Date(Number(ms)).toISOString();
