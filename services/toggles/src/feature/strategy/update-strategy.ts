import { isDeepStrictEqual } from 'node:util';
import { featureEnvironmentDisabled, FeatureStrategy, featureStrategyUpdate } from '@signalbox/contracts';
import { type Context, only, route } from '@signalbox/kit';
import { recordContext } from '../../vocabulary/context-field/strategy-context.ts';
import { switchOffWithoutStrategies } from '../feature/switch-feature.ts';
import { countStrategies } from './count-strategies.ts';
import { undeclaredWarning, warned } from '../../vocabulary/context-field/undeclared.ts';
import {
  findFeaturesInEnvironment,
  type FeatureEnvironmentKey,
  type FeatureInEnvironment,
  environmentEventKeys,
} from '../feature/feature-in-environment.ts';
import { type StrategyContent, normaliseStrategies } from './normalise-strategy.ts';
import {
  existingStrategy,
  refuseOfMilestone,
  serializeStrategies,
  serializeStrategy,
  type SerializedStrategy,
  strategiesOfEach,
  Strategy,
  type StrategyKey,
  StrategySegment,
} from './strategy.ts';
import { refuseSharedKeys } from './strategy-key.ts';
import { strategyParams, UpdateStrategy } from './strategy.schema.ts';

export const updateStrategyRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
    summary: 'Replace a strategy of a feature; omitted constraints and variants are removed',
    permission: 'UPDATE_FEATURE_STRATEGY',
    scope: 'environment of the path',
    protectedBy: 'environment',
    params: strategyParams,
    body: UpdateStrategy,
    answers: { 200: FeatureStrategy },
    headers: undeclaredWarning,
    failures: ['BadDataError', 'NotFoundError', 'InvalidOperationError', 'PreconditionFailedError'],
    events: [featureStrategyUpdate, featureEnvironmentDisabled],
  },
  async ({ params, body }, context) => {
    const strategy = await updateStrategy(context, params, body);
    return warned(context.em, strategy, strategy.constraints);
  },
);

/**
 * Updates a strategy. Missing properties stay, except constraints and variants, which become empty (reference, toggle side
 * §6.3). Switches the feature off if no enabled strategy is left.
 */
export const updateStrategy = async (context: Context, key: StrategyKey, input: UpdateStrategy): Promise<SerializedStrategy> =>
  only(await updateStrategies(context, key, [{ ...key, input }]));

/** The input for an existing strategy. */
interface StrategyUpdate {
  readonly featureName: string;
  readonly strategyId: string;
  readonly input: UpdateStrategy;
  /** The milestone of the strategy, if its release plan updates it. */
  readonly milestoneId?: string;
}

/** Like `updateStrategy`, for several strategies of features of one project in one environment. Each may occur once. */
export async function updateStrategies(
  context: Context,
  { projectId, environment }: Omit<FeatureEnvironmentKey, 'featureName'>,
  updates: readonly StrategyUpdate[],
): Promise<SerializedStrategy[]> {
  const names = updates.map(({ featureName }) => featureName);
  const targets = await findFeaturesInEnvironment(context, { projectId, environment }, names);
  const changes = await readUpdates(context, { projectId, environment }, updates);
  const byName = new Map(targets.map((target) => [target.feature.name, target]));
  const after: SerializedStrategy[] = [];
  for (const change of changes) {
    const target = byName.get(change.strategy.featureName);
    if (target) after.push(await rewriteStrategy(context, target, change));
  }
  await context.em.flush(); // The queries must see the changes.
  if (changes.some(({ content }) => content.key)) await refuseSharedKeys(context.em, names);
  const left = await strategiesOfEach(context.em, names, environment);
  for (const target of targets) switchOffWithoutStrategies(context, target, left.get(target.feature.name) ?? []);
  return after;
}

/** The existing strategies with their validated new content. */
async function readUpdates(
  context: Context,
  { projectId, environment }: Omit<FeatureEnvironmentKey, 'featureName'>,
  updates: readonly StrategyUpdate[],
): Promise<StrategyChange[]> {
  const found = await context.em.find(Strategy, { id: { $in: updates.map(({ strategyId }) => strategyId) } });
  const byId = new Map(found.map((strategy) => [strategy.id, strategy]));
  const strategies = updates.map((update) => existingStrategy(byId.get(update.strategyId), { ...update, environment }));
  for (const [index, strategy] of strategies.entries()) refuseOfMilestone(strategy, updates[index]?.milestoneId);
  const before = new Map((await serializeStrategies(context.em, strategies)).map((strategy) => [strategy.id, strategy]));
  const items = strategies.map((strategy, index) => {
    const preData = before.get(strategy.id) ?? serializeStrategy(strategy, []);
    const sent = updates[index]?.input ?? {};
    const input = { ...preData, constraints: [], variants: [], ...sent };
    return { strategy, preData, sent, input, pointer: { path: '' }, keys: { featureName: strategy.featureName }, stored: [preData] };
  });
  return (await normaliseStrategies(context, projectId, items)).map(({ strategy, preData, sent, content }) => {
    // Normalizing distributes weights by the order of the request instead of the stored one. Unchanged variants keep their weights.
    const variants = isDeepStrictEqual(sent.variants, preData.variants) ? preData.variants : content.variants;
    return { strategy, preData, content: { ...content, key: content.key ?? null, variants } };
  });
}

interface StrategyChange {
  readonly strategy: Strategy;
  /** The strategy before the change. */
  readonly preData: SerializedStrategy;
  readonly content: StrategyContent;
}

/** Stores the new content and emits the change, if there is one. */
export async function rewriteStrategy(context: Context, target: FeatureInEnvironment, change: StrategyChange): Promise<SerializedStrategy> {
  const { strategy, preData, content } = change;
  const { segments, ...columns } = content;
  Object.assign(strategy, columns);
  const data = serializeStrategy(strategy, segments);
  if (isDeepStrictEqual(data, preData)) return data;
  await replaceSegments(context, strategy, preData.segments, segments);
  await recordContext(context.em, strategy.id, preData.constraints, data.constraints);
  if (data.disabled !== preData.disabled) await countStrategies(context.em, [strategy.featureName], [strategy.environment]);
  context.publish(featureStrategyUpdate, { ...environmentEventKeys(target), data, preData });
  return data;
}

async function replaceSegments(context: Context, strategy: Strategy, old: readonly number[], desired: readonly number[]): Promise<void> {
  const { id: strategyId, featureName } = strategy;
  const dropped = old.filter((id) => !desired.includes(id));
  if (dropped.length > 0) await context.em.nativeDelete(StrategySegment, { strategyId, segmentId: { $in: dropped } });
  const added = desired.filter((id) => !old.includes(id));
  for (const segmentId of added) context.em.create(StrategySegment, { strategyId, segmentId, featureName });
}
