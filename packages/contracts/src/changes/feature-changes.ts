import { featureDependenciesRemoved, featureDependencyAdded } from '../events/dependency-events.ts';
import {
  featureEnvironmentDisabled,
  featureEnvironmentEnabled,
  featureEnvironmentVariantsUpdated,
} from '../events/feature-environment-events.ts';
import { featureArchived } from '../events/feature-events.ts';
import {
  featureStrategyAdd,
  featureStrategyRemove,
  featureStrategyUpdate,
  strategyOrderChanged,
} from '../events/feature-strategy-events.ts';
import { type ChangeDefinition, type Content, contentIn, emission, strategyIn, textIn } from './change-definition.ts';

const inEnvironment = { of: 'feature', scope: 'environment' } as const;
const inProject = { of: 'feature', scope: 'project' } as const;

export const featureChanges = {
  updateEnabled: {
    ...inEnvironment,
    phrase: ({ here, payload }) => `Turn ${payload['enabled'] === true ? 'on' : 'off'} ${here}`,
    replaces: {},
    emits: [
      emission(featureEnvironmentEnabled, () => ({ enabled: true })),
      emission(featureEnvironmentDisabled, () => ({ enabled: false })),
    ],
  },
  addStrategy: {
    ...inEnvironment,
    phrase: ({ here, payload }) => `Add ${strategyIn(payload)} to ${here}`,
    replaces: 'nothing',
    emits: [emission(featureStrategyAdd, ({ data }) => data)],
  },
  updateStrategy: {
    ...inEnvironment,
    phrase: ({ here, payload, before }) => {
      const [old, next] = [rolloutIn(before), rolloutIn(payload)];
      return old !== undefined && next !== undefined && old !== next
        ? `Change ${here} from ${old}% to ${next}%`
        : `Change ${strategyIn({ ...before, ...payload })} of ${here}`;
    },
    replaces: { by: 'id' },
    emits: [emission(featureStrategyUpdate, ({ data }) => data)],
  },
  deleteStrategy: {
    ...inEnvironment,
    phrase: ({ here, payload, before }) => `Delete ${strategyIn({ ...before, ...payload })} of ${here}`,
    replaces: 'nothing',
    emits: [emission(featureStrategyRemove, ({ preData }) => preData)],
  },
  patchVariant: {
    ...inEnvironment,
    phrase: ({ here }) => `Change the variants of ${here}`,
    replaces: {},
    emits: [emission(featureEnvironmentVariantsUpdated, ({ data }) => data)],
  },
  reorderStrategy: {
    ...inEnvironment,
    phrase: ({ here }) => `Reorder the strategies of ${here}`,
    replaces: {},
    emits: [emission(strategyOrderChanged, ({ data }) => data.strategyIds.map((id, sortOrder) => ({ id, sortOrder })))],
  },
  archiveFeature: {
    ...inProject,
    phrase: ({ feature }) => `Archive ${feature}`,
    replaces: {},
    emits: [emission(featureArchived)],
  },
  addDependency: {
    ...inProject,
    phrase: ({ feature, payload }) => `Make ${feature} depend on ${textIn(payload, 'feature') ?? 'another feature'}`,
    replaces: 'nothing',
    emits: [emission(featureDependencyAdded, ({ data }) => data)],
  },
  deleteDependency: {
    ...inProject,
    phrase: ({ feature }) => `Remove the dependency of ${feature}`,
    replaces: 'nothing',
    emits: [emission(featureDependenciesRemoved)],
  },
} as const satisfies Readonly<Record<string, ChangeDefinition>>;

function rolloutIn({ parameters }: Content): string | undefined {
  const { rollout } = contentIn(parameters);
  return typeof rollout === 'string' || typeof rollout === 'number' ? String(rollout) : undefined;
}
