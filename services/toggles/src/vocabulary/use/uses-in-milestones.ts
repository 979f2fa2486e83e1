import type { ReleaseMilestone } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';

type MilestoneStrategy = ReleaseMilestone['strategies'][number];

/** Numbers of release templates and release plans with a strategy that uses an object. */
export interface MilestoneUsers {
  readonly templates: number;
  readonly plans: number;
}

/**
 * Counts the templates and plans with a strategy in any milestone that `uses` selects. Milestones that have not started have no strategies
 * elsewhere. Reads only those that contain the name.
 */
export async function usersInMilestones(
  em: EntityManager,
  name: string,
  uses: (strategy: MilestoneStrategy) => boolean,
): Promise<MilestoneUsers> {
  const count = async (table: 'release_template' | 'release_plan') => {
    const rows = await tablesOf(em).selectFrom(table).where('milestones', 'like', containing(name)).select('milestones').execute();
    const all = rows.map(({ milestones }) => JSON.parse(milestones) as ReleaseMilestone[]);
    return all.filter((milestones) => milestones.some(({ strategies }) => strategies.some(uses))).length;
  };
  return { templates: await count('release_template'), plans: await count('release_plan') };
}

/** A pattern for texts with the name as a JSON string. Matches more than the name: databases differ in how they escape wildcards. */
const containing = (name: string): string => `%${JSON.stringify(name).replaceAll(/[^\w"]/g, '_')}%`;
