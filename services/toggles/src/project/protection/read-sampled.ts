import type { SampledEnvironments } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';

/** Limit on sampled environments. */
const maxSampled = 1000;

/** Environments that allow sampling of contexts, sorted by project and name. */
export async function readSampled(em: EntityManager): Promise<SampledEnvironments> {
  return tablesOf(em)
    .selectFrom('protected_environment')
    .where('policy', 'like', '%"recentContexts":true%')
    .orderBy('project_id')
    .orderBy('environment')
    .select(['project_id as project', 'environment'])
    .limit(maxSampled)
    .execute();
}
