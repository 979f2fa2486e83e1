import type { StrategyContent } from '../../../parts/sentence.ts';
import { callOf, send } from '../../../server/call.ts';
import { strategyTexts } from './texts.ts';
import { calledBy, contentOf, isSameStrategy } from './strategy-draft.ts';
import { readFeature, type Strategy } from '../state/use-feature.ts';
import type { Target, Write } from '../state/write.ts';

const pathOf = ({ project, feature, environment }: Target) => ({ projectId: project, featureName: feature, environment });

const ofStrategies = '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies';

/** Updates a strategy. With `version`, fails if the feature has changed since. */
export function update(target: Target, { id, ...before }: Strategy, content: StrategyContent, version?: string): Write {
  return {
    change: [{ action: 'updateStrategy', payload: { id, ...content } }],
    calls: [put(target, id, content, version)],
    done: strategyTexts.saved(calledBy(content), target.environment),
    undo: async () => {
      const { detail, version: seen } = await readFeature(target.project, target.feature);
      const now = strategiesIn(detail, target).find((one) => one.id === id);
      if (!now || !isSameStrategy(contentOf(now), content)) return false;
      await send(put(target, id, contentOf({ id, ...before }), seen));
      return true;
    },
  };
}

const put = (target: Target, strategyId: string, body: StrategyContent, ifMatch?: string) =>
  callOf(`PUT ${ofStrategies}/{strategyId}`, { path: { ...pathOf(target), strategyId }, body, ...(ifMatch && { ifMatch }) });

const post = (target: Target, body: StrategyContent) => callOf(`POST ${ofStrategies}`, { path: pathOf(target), body });

const take = (target: Target, strategyId: string) =>
  callOf(`DELETE ${ofStrategies}/{strategyId}`, { path: { ...pathOf(target), strategyId } });

export const strategiesIn = (
  { environments }: { readonly environments: readonly { readonly name: string; readonly strategies: readonly Strategy[] }[] },
  { environment }: Pick<Target, 'environment'>,
): readonly Strategy[] => environments.find(({ name }) => name === environment)?.strategies ?? [];

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
    done: strategyTexts.removed(calledBy(strategy), target.environment),
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
    done: strategyTexts.ordered(target.environment),
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
