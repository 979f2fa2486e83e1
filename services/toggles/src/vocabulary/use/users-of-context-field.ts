import type { Constraint } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
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
  const segments = await tables.selectFrom('segment').select('constraints').execute();
  const chosen = await tables.selectFrom('project_environment').select('default_strategy as chosen').execute();
  return {
    strategies: strategies.filter((use) => use.name === name).length,
    segments: segments.filter(({ constraints }) => doNameField(constraintsIn(constraints), name)).length,
    defaultStrategies: chosen.filter((link) => doNameField(constraintsOfStrategy(link.chosen), name)).length,
    ...(await usersInMilestones(em, name, ({ constraints }) => doNameField(constraints, name))),
  };
}

const constraintsIn = (text: string): Constraint[] => JSON.parse(text) as Constraint[];

const constraintsOfStrategy = (text: string | null): readonly Constraint[] =>
  text === null ? [] : ((JSON.parse(text) as { readonly constraints?: Constraint[] } | null)?.constraints ?? []);

const doNameField = (constraints: readonly Constraint[], name: string): boolean =>
  constraints.some(({ contextName }) => contextName === name);
