import type { SampledEnvironments } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';

/** More are not sampled. */
const maxSampled = 1000;

/** The environments that let contexts be sampled, by project and name. */
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
