import { featureEnvironmentEnabled, featureStrategyAdd, featureStrategyUpdate } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { appendDefaultStrategy } from './append-default-strategy.ts';
import { findFeatureInEnvironment, type FeatureInEnvironment, type FeatureEnvironmentKey } from '../feature/feature-in-environment.ts';
import { presentStrategies, strategiesOf, type Strategy } from '../strategy/strategy.ts';
import { rewriteStrategy } from '../strategy/update-strategy.ts';
import { featureEnvironmentParams } from '../feature/feature.schema.ts';
import { switchFeature } from '../feature/switch-feature.ts';

export const switchOnQuery = Type.Object({ shouldActivateDisabledStrategies: Type.Optional(Type.Boolean()) });

export const switchFeatureOnRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/on',
    summary: 'Switch a feature on in one environment',
    permission: 'UPDATE_FEATURE_ENVIRONMENT',
    scope: 'environment of the path',
    protectedBy: 'environment',
    params: featureEnvironmentParams,
    query: switchOnQuery,
    answers: { 200: empty },
    failures: ['BadDataError', 'NotFoundError', 'NoAccessError', 'PreconditionFailedError'],
    events: [featureStrategyAdd, featureStrategyUpdate, featureEnvironmentEnabled],
  },
  ({ params, query }, context) => switchFeatureOn(context, params, query.shouldActivateDisabledStrategies),
);

/**
 * Switches a feature on. It then has an enabled strategy: where there is none, the disabled ones are enabled, if the
 * caller says so, or the default one is added (reference, toggle side §6.1).
 */
export async function switchFeatureOn(context: Context, key: FeatureEnvironmentKey, activateDisabled = false): Promise<void> {
  const target = await findFeatureInEnvironment(context, key);
  const strategies = await strategiesOf(context.em, key.featureName, key.environment);
  const disabled = strategies.filter((strategy) => strategy.disabled);
  if (activateDisabled && disabled.length > 0) await enableStrategies(context, target, disabled);
  else if (disabled.length === strategies.length) await appendDefaultStrategy(context, target);
  switchFeature(context, target, true);
}

async function enableStrategies(context: Context, target: FeatureInEnvironment, strategies: readonly Strategy[]): Promise<void> {
  const before = await presentStrategies(context.em, strategies);
  for (const [index, strategy] of strategies.entries()) {
    const preData = before[index];
    if (preData) await rewriteStrategy(context, target, { strategy, preData, content: { ...preData, disabled: false } });
  }
}
