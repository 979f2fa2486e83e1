import type { Constraint } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { Projection } from '@signalbox/table';
import { projectEnvironmentTable } from '../../tables/project.ts';
import { segmentTable } from '../../tables/segment.ts';
import { tablesOf } from '../../tables/tables.ts';
import { type MilestoneUsers, usersInMilestones } from './uses-in-milestones.ts';

/**
 * Numbers of uses of a context field: in strategies (including those of archived features), in segments, in default strategies of
 * projects, and in milestones.
 */
export interface ContextFieldUsers extends MilestoneUsers {
  readonly strategies: number;
  readonly segments: number;
  readonly defaultStrategies: number;
}

/** For decisions under a lock on the context field. */
export async function usersOfContextField(em: EntityManager, name: string): Promise<ContextFieldUsers> {
  const tables = tablesOf(em);
  const strategies = await tables.selectFrom('strategy_context').select('context_name as name').where('context_name', '=', name).execute();
  const segments = await constraintsOfSegment.read(tables.selectFrom('segment'));
  const chosen = await defaults.read(tables.selectFrom('project_environment'));
  return {
    strategies: strategies.filter((use) => use.name === name).length,
    segments: segments.filter(({ constraints }) => doNameField(constraints, name)).length,
    defaultStrategies: chosen.filter((link) => doNameField(link.defaultStrategy?.constraints ?? [], name)).length,
    ...(await usersInMilestones(em, name, ({ constraints }) => doNameField(constraints, name))),
  };
}

const constraintsOfSegment = new Projection(segmentTable, ['constraints']);
const defaults = new Projection(projectEnvironmentTable, ['defaultStrategy']);

const doNameField = (constraints: readonly Constraint[], name: string): boolean =>
  constraints.some(({ contextName }) => contextName === name);
