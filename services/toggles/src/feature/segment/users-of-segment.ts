import type { EntityManager } from '@signalbox/kit';
import { ProjectEnvironment } from '../../project/project/project.ts';
import { tablesOf } from '../../base/database/tables.ts';

/** Who uses a segment: strategies, also of archived features, and what projects give features that are switched on. */
export interface SegmentUsers {
  readonly strategies: number;
  readonly defaultStrategies: number;
  readonly projects: ReadonlySet<string>;
}

/** For decisions under a lock on the segment. */
export async function usersOfSegment(em: EntityManager, id: number): Promise<SegmentUsers> {
  const counts = await tablesOf(em)
    .selectFrom('feature_strategy_segment')
    .innerJoin('feature_strategy', 'feature_strategy.id', 'feature_strategy_segment.strategy_id')
    .innerJoin('feature', 'feature.name', 'feature_strategy.feature_name')
    .where('segment_id', '=', id)
    .groupBy('feature.project_id')
    .select((use) => ['feature.project_id as project', use.fn.countAll<number>().as('strategies')])
    .execute();
  const chosen = await em.find(ProjectEnvironment, { defaultStrategy: { $ne: null } });
  const using = chosen.filter(({ defaultStrategy }) => defaultStrategy?.segments?.includes(id));
  return {
    strategies: counts.reduce((sum, { strategies }) => sum + Number(strategies), 0),
    defaultStrategies: using.length,
    projects: new Set([...counts, ...using].map(({ project }) => project)),
  };
}

export const isUsed = ({ strategies, defaultStrategies }: SegmentUsers): boolean => strategies + defaultStrategies > 0;

/** In words, without the names of projects that the reader may not know of. */
export const countUsers = ({ strategies, defaultStrategies }: SegmentUsers): string =>
  `${strategies} strategies (those of archived features included) and ${defaultStrategies} default strategies`;
