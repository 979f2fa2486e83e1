import { isPercentage } from '@signalbox/contracts/percentage';
import type { Snapshot, SourceFeature, SourceSettings, SourceStrategy, SourceStrategyDefinition } from '../source/snapshot.ts';
import type { Findings } from './plan.ts';
import { isOutside, type Known, needsName } from './rules.ts';

const archivedReason = 'It is archived, so it is disabled in all environments.';

interface KnownToFeatures extends Known {
  /** Reasons to skip features, by name. */
  readonly missing: ReadonlyMap<string, string>;
  readonly strategies: readonly SourceStrategyDefinition[];
  readonly translated: Snapshot['translated'];
}

/** Archived features are disabled, so that SDKs never receive one that is enabled between its creation and its archiving. */
export function planFeatures(findings: Findings, features: readonly SourceFeature[], known: KnownToFeatures): SourceFeature[] {
  const remaining = findings.keep('feature', features, {
    name: ({ name }) => name,
    skipped: ({ name, project }) =>
      needsName(name) ?? isOutside('project', project, known.projects) ?? known.missing.get(name) ?? known.translated?.skipped.get(name),
    adapted: (feature) =>
      feature.archived && feature.environments.some(({ enabled }) => enabled)
        ? archivedReason
        : known.translated?.adapted.get(feature.name),
  });
  return remaining.map((feature) => ({ ...feature, environments: settingsToWrite(findings, feature, known) }));
}

function settingsToWrite(findings: Findings, feature: SourceFeature, known: KnownToFeatures): SourceSettings[] {
  const isInvalid = ([name, text]: [string, string], strategy: SourceStrategy) =>
    !isPercentage(text) && percentagesOf(strategy, known.strategies).includes(name);
  const invalidIn = (strategy: SourceStrategy) => Object.entries(strategy.parameters).filter((entry) => isInvalid(entry, strategy));
  const remaining = findings.keep('feature in an environment', feature.environments, {
    name: ({ environment }) => `${feature.name} in ${environment}`,
    skipped: ({ environment }) => isOutside('environment', environment, known.environments),
    adapted: ({ strategies }) => reasonOf(strategies.flatMap(invalidIn)),
  });
  return remaining.map((settings) => ({
    ...settings,
    enabled: settings.enabled && !feature.archived,
    strategies: settings.strategies.map((strategy) => ({
      ...strategy,
      parameters: { ...strategy.parameters, ...Object.fromEntries(invalidIn(strategy).map(([name, text]) => [name, evaluatedAs(text)])) },
    })),
  }));
}

const percentagesOf = ({ name }: SourceStrategy, definitions: readonly SourceStrategyDefinition[]): string[] =>
  name === 'flexibleRollout'
    ? ['rollout']
    : definitions
        .filter((one) => one.name === name)
        .flatMap(({ parameters }) => parameters.flatMap((one) => (one.type === 'percentage' ? one.name : [])));

/** SDKs evaluate a percentage that is not a number as 0, and ignore fractions. */
const evaluatedAs = (text: string): string => String(Math.floor(Math.min(100, Math.max(0, Number(text) || 0))));

const reasonOf = ([first]: readonly [string, string][]): string | undefined =>
  first &&
  `The ${first[0]} ${JSON.stringify(first[1])} is not a number from 0 to 100. SDKs evaluate it as ${evaluatedAs(first[1])}, which is imported.`;
