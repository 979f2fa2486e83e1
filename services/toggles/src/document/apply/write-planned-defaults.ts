import type { Context } from '@signalbox/kit';
import { setDefaultStrategy } from '../../feature/strategy/default-strategy.ts';
import type { PlannedAction, ProjectPlan } from '../compare/project-plan.ts';
import type { EnvironmentSpec } from '../document/document.schema.ts';
import { strategyPayload } from './settings-difference.ts';

/** Writes the default strategies of the environments of the project. Segments exist already. */
export async function writePlannedDefaults(
  context: Context,
  { project }: ProjectPlan,
  actions: readonly PlannedAction[],
  segments: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { kind, environment, name, after } of actions) {
    const { defaultStrategy } = (after ?? {}) as EnvironmentSpec;
    if (kind !== 'Environment' || environment !== undefined || !defaultStrategy) continue;
    await setDefaultStrategy(context, { projectId: project, environment: name }, strategyPayload(defaultStrategy, segments));
    await context.em.flush();
  }
}
