import { type Context, requirePermission } from '@signalbox/kit';
import { ProjectEnvironment } from '../project/project.ts';
import { appendStrategy } from './create-strategy.ts';
import { type Place, whereOf } from './place.ts';
import { settleStrategy } from './settle-strategy.ts';
import type { CreateStrategy } from './strategy.schema.ts';

const forEveryone: CreateStrategy = { name: 'flexibleRollout', parameters: { rollout: '100', stickiness: 'default', groupId: '' } };

/**
 * Adds the strategy that the project chose for the environment, else one that is on for everyone. An empty group is the
 * feature's own. Whoever causes it must be allowed to add strategies there.
 */
export async function appendDefaultStrategy(context: Context, place: Place): Promise<void> {
  const { project, environment, featureName } = whereOf(place);
  requirePermission(context, 'CREATE_FEATURE_STRATEGY', { project, environment });
  const link = await context.em.findOne(ProjectEnvironment, { project, environment });
  const chosen: CreateStrategy = link?.defaultStrategy ?? forEveryone;
  const parameters = { ...chosen.parameters, groupId: chosen.parameters?.['groupId'] || featureName };
  await appendStrategy(context, place, await settleStrategy(context.em, project, { ...chosen, parameters, disabled: false }));
}
