import type { ReleaseMilestone } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { Projection } from '@signalbox/table';
import { releasePlanTable, releaseTemplateTable } from '../../tables/release.ts';
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
  const pattern = containing(name);
  const templates = await ofTemplate.read(tablesOf(em).selectFrom('release_template').where('milestones', 'like', pattern));
  const plans = await ofPlan.read(tablesOf(em).selectFrom('release_plan').where('milestones', 'like', pattern));
  const count = (all: readonly { readonly milestones: readonly ReleaseMilestone[] }[]) =>
    all.filter(({ milestones }) => milestones.some(({ strategies }) => strategies.some(uses))).length;
  return { templates: count(templates), plans: count(plans) };
}

const ofTemplate = new Projection(releaseTemplateTable, ['milestones']);
const ofPlan = new Projection(releasePlanTable, ['milestones']);

/** A pattern for texts with the name as a JSON string. Matches more than the name: databases differ in how they escape wildcards. */
const containing = (name: string): string => `%${JSON.stringify(name).replaceAll(/[^\w"]/g, '_')}%`;
