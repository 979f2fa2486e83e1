import type { StrategyContent } from '../../../parts/strategy/sentence.ts';
import { type Call, callOf, send } from '../../../server/call.ts';
import type { PlanMilestone } from '../../../server/ask.ts';
import { calledBy, contentOf, isSameStrategy } from '../../strategy/strategy-draft.ts';
import { type FeatureAnswer, readFeature, type Strategy } from '../state/use-feature.ts';
import type { Target, Write } from '../state/write.ts';

const pathOf = ({ project, feature, environment }: Target) => ({ projectId: project, featureName: feature, environment });

const ofEnvironment = '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}';
const ofStrategies = `${ofEnvironment}/strategies` as const;

/** The action of a change request that updates a strategy. Those of a release plan have an action of their own. */
export const updatingAction = ({ milestoneId }: Pick<Strategy, 'milestoneId'>) =>
  milestoneId === undefined ? ('updateStrategy' as const) : ('updateMilestoneStrategy' as const);

/** Updates a strategy of the feature or of its release plan. With `version`, fails if the feature has changed since. */
export function update(target: Target, strategy: Strategy, content: StrategyContent, version?: string): Write {
  const { id } = strategy;
  return {
    change: [{ action: updatingAction(strategy), payload: { id, ...content } }],
    calls: [put(target, strategy, content, version)],
    done: `Saved ${calledBy(content)} in ${target.environment}.`,
    undo: async () => {
      const { detail, version: seen } = await readFeature(target.project, target.feature);
      const now = findStrategy(detail, target, id);
      if (!now || !isSameStrategy(contentOf(now), content)) return false;
      await send(put(target, strategy, contentOf(strategy), seen));
      return true;
    },
  };
}

function put(target: Target, { id: strategyId, milestoneId }: Strategy, body: StrategyContent, ifMatch?: string): Call {
  const input = { path: { ...pathOf(target), strategyId }, body, ...(ifMatch && { ifMatch }) };
  return milestoneId === undefined
    ? callOf(`PUT ${ofStrategies}/{strategyId}`, input)
    : callOf(`PUT ${ofEnvironment}/milestone-strategies/{strategyId}`, input);
}

const post = (target: Target, body: StrategyContent) => callOf(`POST ${ofStrategies}`, { path: pathOf(target), body });

const take = (target: Target, strategyId: string) =>
  callOf(`DELETE ${ofStrategies}/{strategyId}`, { path: { ...pathOf(target), strategyId } });

const strategiesIn = ({ environments }: FeatureAnswer, { environment }: Target): readonly Strategy[] =>
  environments.find(({ name }) => name === environment)?.strategies ?? [];

/** A strategy of the feature, or of any milestone of its release plan. */
export function findStrategy(feature: FeatureAnswer, target: Target, id: string): Strategy | undefined {
  const { releasePlans = [] } = feature.environments.find(({ name }) => name === target.environment) ?? {};
  const planned = releasePlans.flatMap(({ milestones }) => milestones.flatMap(strategiesOf));
  return [...planned, ...strategiesIn(feature, target)].find((strategy) => strategy.id === id);
}

/** The strategies of a milestone, marked as such. */
export const strategiesOf = ({ id, strategies }: PlanMilestone): readonly Strategy[] =>
  strategies.map((strategy) => ({ ...strategy, milestoneId: id }));

/** Adds strategies after the existing ones. */
export function add(target: Target, contents: readonly StrategyContent[], done: string): Write {
  return {
    change: contents.map((payload) => ({ action: 'addStrategy' as const, payload })),
    calls: contents.map((body) => post(target, body)),
    done,
    undo: async (answers) => {
      for (const { id } of answers as readonly { readonly id: string }[]) await send(take(target, id));
      return true;
    },
  };
}

/** Deletes a strategy. Undo restores it under a new id. */
export function remove(target: Target, strategy: Strategy): Write {
  const { id, ...body } = strategy;
  return {
    change: [{ action: 'deleteStrategy', payload: { id, name: strategy.name, title: strategy.title } }],
    calls: [take(target, id)],
    done: `Removed ${calledBy(strategy)} from ${target.environment}.`,
    undo: async () => {
      await send(post(target, body));
      return true;
    },
  };
}

/** Moves a strategy to the position of its neighbor. */
export function move(target: Target, strategies: readonly Strategy[], from: number, to: number): Write {
  const before = strategies.map(({ id }) => id);
  const after = before.toSpliced(from, 1).toSpliced(to, 0, before[from] ?? '');
  return {
    change: [{ action: 'reorderStrategy', payload: orderOf(after) }],
    calls: [order(target, after)],
    done: `Changed the strategy order in ${target.environment}.`,
    undo: async () => {
      const { detail, version } = await readFeature(target.project, target.feature);
      if (
        !isSameStrategy(
          strategiesIn(detail, target).map(({ id }) => id),
          after,
        )
      )
        return false;
      await send(order(target, before, version));
      return true;
    },
  };
}

const orderOf = (ids: readonly string[]) => ids.map((id, sortOrder) => ({ id, sortOrder }));

const order = (target: Target, ids: readonly string[], ifMatch?: string) =>
  callOf(`POST ${ofStrategies}/set-sort-order`, { path: pathOf(target), body: orderOf(ids), ...(ifMatch && { ifMatch }) });
