import type { ReadContext } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';

/** Returns true if the feature exists, archived or not, in a project that the actor can see. */
export async function isVisible({ em, actor, access }: Pick<ReadContext, 'em' | 'actor' | 'access'>, name: string): Promise<boolean> {
  const feature = await tablesOf(em).selectFrom('feature').where('name', '=', name).select('project_id').executeTakeFirst();
  return feature !== undefined && access.sees(actor, feature.project_id);
}
