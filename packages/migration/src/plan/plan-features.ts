import type { SourceFeature, SourceSettings } from '../source/snapshot.ts';
import type { Findings } from './plan.ts';
import { isOutside, type Known, needsName } from './rules.ts';

const archivedReason = 'It is archived, so it is disabled in all environments.';

interface KnownToFeatures extends Known {
  /** Reasons to skip features, by name. */
  readonly missing: ReadonlyMap<string, string>;
}

/** Archived features are disabled, so that SDKs never receive one that is enabled between its creation and its archiving. */
export function planFeatures(findings: Findings, features: readonly SourceFeature[], known: KnownToFeatures): SourceFeature[] {
  const remaining = findings.keep('feature', features, {
    name: ({ name }) => name,
    skipped: ({ name, project }) => needsName(name) ?? isOutside('project', project, known.projects) ?? known.missing.get(name),
    adapted: (feature) => (feature.archived && feature.environments.some(({ enabled }) => enabled) ? archivedReason : undefined),
  });
  return remaining.map((feature) => ({ ...feature, environments: settingsToWrite(findings, feature, known) }));
}

function settingsToWrite(findings: Findings, feature: SourceFeature, known: Known): SourceSettings[] {
  const remaining = findings.keep('feature in an environment', feature.environments, {
    name: ({ environment }) => `${feature.name} in ${environment}`,
    skipped: ({ environment }) => isOutside('environment', environment, known.environments),
  });
  return remaining.map((settings) => ({ ...settings, enabled: settings.enabled && !feature.archived }));
}
