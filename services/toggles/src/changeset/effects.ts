import { createHash } from 'node:crypto';
import {
  type EventDefinition,
  type FeatureStrategy,
  featureEnvironmentDisabled,
  featureStrategyAdd,
  featureStrategyUpdate,
  releasePlanAdded,
  type ReleasePlanShape,
} from '@signalbox/contracts';
import type { Feature } from '../feature/feature/feature.ts';
import type { Step } from './change-kind.ts';

/** An event that the execution of a change emitted. */
export interface EmittedEvent {
  readonly event: EventDefinition;
  readonly feature: string | null;
  readonly environment: string | null;
  readonly data: unknown;
  readonly preData: unknown;
}

/**
 * An effect that the change itself does not contain: an added default strategy, a re-enabled strategy, a feature that is disabled
 * with its last enabled strategy, the copy of a release template, or a strategy of a milestone that starts.
 */
export interface SideEffect {
  readonly feature: string;
  readonly kind: 'strategy added' | 'strategy enabled' | 'feature disabled' | 'plan added' | 'milestone strategy added';
  readonly content: object | null;
}

/** The side effects of changes, given the events that they emitted. */
export function sideEffectsOf(steps: readonly Step[], emitted: readonly EmittedEvent[]): SideEffect[] {
  const turns = new Map(steps.map(({ change: { target, turn } }) => [target.featureName, turn]));
  const contentOfMilestone = emitted.some(({ event }) => event === releasePlanAdded) ? withoutMilestone : withoutId;
  return emitted.flatMap(({ event, feature, data }): SideEffect[] => {
    if (feature === null) return [];
    const turn = turns.get(feature);
    if (event === releasePlanAdded) return [{ feature, kind: 'plan added', content: withoutIds(data as ReleasePlanShape) }];
    if (event === featureStrategyAdd && (data as FeatureStrategy).milestoneId !== undefined)
      return [{ feature, kind: 'milestone strategy added', content: contentOfMilestone(data as object) }];
    if (turn === 'switch' && event === featureStrategyAdd) return [{ feature, kind: 'strategy added', content: withoutId(data as object) }];
    if (turn === 'switch' && event === featureStrategyUpdate) return [{ feature, kind: 'strategy enabled', content: data as object }];
    if ((turn === 'plan' || turn === 'last to go') && event === featureEnvironmentDisabled)
      return [{ feature, kind: 'feature disabled', content: null }];
    return [];
  });
}

function withoutId(strategy: object): object {
  const { id: _id, sortOrder: _sortOrder, ...content } = strategy as { id?: string; sortOrder?: number };
  return content;
}

/** The content of a strategy of a new plan, whose milestones have other ids in each dry run. */
function withoutMilestone(strategy: object): object {
  const { milestoneId: _id, ...content } = withoutId(strategy) as { milestoneId?: string };
  return content;
}

/** The content of a plan, which is the same in each dry run. Targets are milestones by their index. */
function withoutIds({ name, description, milestones, safeguards }: ReleasePlanShape): object {
  const indexOf = (target: string | null | undefined) => (target ? milestones.findIndex(({ id }) => id === target) : target);
  return {
    name,
    description,
    safeguards: safeguards.map(({ id: _id, ...safeguard }) => safeguard),
    milestones: milestones.map(({ id: _id, strategies, ...milestone }) => ({
      ...milestone,
      targetMilestone: indexOf(milestone.targetMilestone),
      strategies: strategies.map(withoutId),
    })),
  };
}

/**
 * SHA-256 of the effects of a changeset beyond its content: the side effects, and the identity of its features. The creation
 * time identifies a feature, so that a recreated one with the same name differs.
 */
export function effectsHash(features: readonly Pick<Feature, 'name' | 'createdAt'>[], effects: readonly SideEffect[]): string {
  const about = features.map(({ name, createdAt }) => JSON.stringify([name, createdAt.getTime()])).sort();
  return createHash('sha256')
    .update(JSON.stringify([about, effects.map((effect) => JSON.stringify(effect)).sort()]))
    .digest('hex');
}
