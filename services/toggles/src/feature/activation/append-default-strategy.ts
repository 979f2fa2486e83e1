import { type Context, type EntityManager, requirePermission } from '@signalbox/kit';
import { ProjectEnvironment } from '../../project/project/project.ts';
import { createStrategies } from '../strategy/create-strategy.ts';
import type { EventKeys } from '../feature/feature-in-environment.ts';
import type { CreateStrategy } from '../strategy/strategy.schema.ts';

const forEveryone = { name: 'flexibleRollout', parameters: { rollout: '100', stickiness: 'default', groupId: '' } };

/**
 * Adds the default strategy of the project for the environment, or one that is on for everyone, to features of one project in
 * one environment. An empty group becomes the name of the feature. The caller must be allowed to add strategies there.
 */
export async function appendDefaultStrategies(context: Context, features: readonly EventKeys[]): Promise<void> {
  const [first] = features;
  if (!first) return;
  const { project, environment } = first;
  requirePermission(context, 'CREATE_FEATURE_STRATEGY', { project, environment });
  const chosen = await readDefaultStrategy(context.em, { project, environment });
  const inputs = features.map((keys) => ({ keys, input: ownOf(chosen, keys.featureName), pointer: { path: '' }, stored: [chosen] }));
  await createStrategies(context, project, inputs);
}

/** The strategy of features that are switched on without one. */
export async function readDefaultStrategy(em: EntityManager, where: Pick<EventKeys, 'project' | 'environment'>): Promise<CreateStrategy> {
  return (await em.findOne(ProjectEnvironment, where))?.defaultStrategy ?? forEveryone;
}

export const ownOf = ({ sortOrder: _last, ...chosen }: CreateStrategy, featureName: string): CreateStrategy => ({
  ...chosen,
  parameters: { ...chosen.parameters, groupId: chosen.parameters?.['groupId'] || featureName },
  disabled: false,
});
