import { Failure, featureEnvironmentEnabled, featureStrategyAdd, featureStrategyUpdate } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { appendDefaultStrategies } from './append-default-strategy.ts';
import {
  environmentEventKeys,
  findFeaturesInEnvironment,
  type FeatureInEnvironment,
  type FeatureEnvironmentKey,
} from '../feature/feature-in-environment.ts';
import { countStrategies } from '../strategy/count-strategies.ts';
import { serializeStrategies, strategiesOfEach, type Strategy } from '../strategy/strategy.ts';
import { featureEnvironmentParams } from '../feature/feature.schema.ts';
import { tablesOf } from '../../tables/tables.ts';
import { switchFeature } from '../feature/switch-feature.ts';

export const switchOnQuery = Type.Object({ shouldActivateDisabledStrategies: Type.Optional(Type.Boolean()) });

export const switchFeatureOnRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/on',
    summary: 'Enable a feature in one environment',
    permission: 'UPDATE_FEATURE_ENVIRONMENT',
    scope: 'environment of the path',
    protectedBy: 'environment',
    params: featureEnvironmentParams,
    query: switchOnQuery,
    answers: { 200: empty },
    failures: ['BadDataError', 'NotFoundError', 'NoAccessError', 'PreconditionFailedError'],
    events: [featureStrategyAdd, featureStrategyUpdate, featureEnvironmentEnabled],
  },
  ({ params, query }, context) => switchFeaturesOn(context, params, [params.featureName], query.shouldActivateDisabledStrategies),
);

/**
 * Switches features of one project on, all or none. Each then has an enabled strategy: if it has none, its disabled strategies
 * are enabled if the caller requests it, otherwise the default one is added (reference, toggle side §6.1).
 */
export async function switchFeaturesOn(
  context: Context,
  target: Omit<FeatureEnvironmentKey, 'featureName'>,
  names: readonly string[],
  activateDisabled = false,
): Promise<void> {
  const targets = await findFeaturesInEnvironment(context, target, names);
  const strategies = await strategiesOfEach(
    context.em,
    targets.map(({ feature }) => feature.name),
    target.environment,
  );
  const each = targets.map((one) => ({ target: one, strategies: strategies.get(one.feature.name) ?? [] }));
  const toEnable = each.filter((one) => activateDisabled && one.strategies.some(isToEnable));
  const bare = each.filter((one) => !toEnable.includes(one) && one.strategies.every(({ disabled }) => disabled));
  await refuseIdlePlans(context, bare);
  await enableStrategies(context, toEnable);
  await appendDefaultStrategies(
    context,
    bare.map((one) => environmentEventKeys(one.target)),
  );
  for (const one of targets) switchFeature(context, one, true);
}

interface Strategies {
  readonly target: FeatureInEnvironment;
  readonly strategies: readonly Strategy[];
}

/** Strategies of a milestone are written only by their plan. */
const isToEnable = ({ disabled, milestoneId }: Strategy): boolean => disabled && !milestoneId;

/** A feature with a release plan gets no default strategy, which would reach everybody before the first milestone starts. */
async function refuseIdlePlans({ em }: Context, bare: readonly Strategies[]): Promise<void> {
  const [first] = bare;
  if (!first) return;
  const names = bare.map(({ target }) => target.feature.name);
  const { environment } = first.target.settings;
  const idle = await tablesOf(em)
    .selectFrom('release_plan')
    .where('feature_name', 'in', names)
    .where('environment', '=', environment)
    .orderBy('feature_name')
    .select('feature_name as feature')
    .executeTakeFirst();
  if (!idle) return;
  const message = `The feature ${idle.feature} has a release plan in ${environment}, and no enabled strategy. Start a milestone first.`;
  throw new Failure('BadDataError', message);
}

/** Enables the disabled strategies without other changes. */
async function enableStrategies(context: Context, each: readonly Strategies[]): Promise<void> {
  const changes = each.flatMap(({ target, strategies }) =>
    strategies.filter(isToEnable).map((strategy) => ({ keys: environmentEventKeys(target), strategy })),
  );
  const before = await serializeStrategies(
    context.em,
    changes.map(({ strategy }) => strategy),
  );
  for (const [index, preData] of before.entries()) {
    const change = changes[index];
    if (!change) continue;
    change.strategy.disabled = false;
    context.publish(featureStrategyUpdate, { ...change.keys, data: { ...preData, disabled: false }, preData });
  }
  const environments = new Set(changes.map(({ keys }) => keys.environment));
  await countStrategies(
    context.em,
    changes.map(({ keys }) => keys.featureName),
    [...environments],
  );
}
