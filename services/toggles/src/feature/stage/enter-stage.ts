import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';

/** Features that enter a stage because an application evaluated them. */
export interface EnteringFeatures {
  readonly stage: 'pre-live' | 'live';
  readonly names: readonly string[];
}

const nothing: EnteringFeatures = { stage: 'pre-live', names: [] };

/** The features that enter a later stage because they were evaluated in the environment. Executes one statement. */
export async function readEnteringFeatures(em: EntityManager, environment: string, names: readonly string[]): Promise<EnteringFeatures> {
  if (names.length === 0) return nothing;
  const rows = await tablesOf(em)
    .selectFrom('feature')
    .innerJoin('environment', (join) => join.on('environment.name', '=', environment))
    .where('feature.name', 'in', [...names])
    .where('feature.archived_at', 'is', null)
    .where('feature.completed_at', 'is', null)
    .where('feature.live_at', 'is', null)
    .where((is) => is.or([is('feature.pre_live_at', 'is', null), is('environment.type', '=', 'production')]))
    .orderBy('feature.name')
    .select(['feature.name', 'environment.type'])
    .execute();
  return { stage: rows[0]?.type === 'production' ? 'live' : 'pre-live', names: rows.map(({ name }) => name) };
}

/** Excludes features that were completed or archived concurrently, so that no stage is entered twice. */
export async function enterStage(em: EntityManager, { stage, names }: EnteringFeatures, now: Date): Promise<void> {
  if (names.length === 0) return;
  const features = tablesOf(em)
    .updateTable('feature')
    .where('name', 'in', [...names])
    .where('archived_at', 'is', null)
    .where('completed_at', 'is', null)
    .where('live_at', 'is', null);
  const at = now.getTime();
  if (stage === 'live') await features.set({ live_at: at }).execute();
  else await features.where('pre_live_at', 'is', null).set({ pre_live_at: at }).execute();
}
