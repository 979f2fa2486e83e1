import { isDeepStrictEqual } from 'node:util';
import { type CurrentObjects, objectKey } from '../document/current-documents.ts';
import type { Document, DocumentOf } from '../document/document.schema.ts';
import { indexOfMilestone } from '../document/milestone-reference.ts';
import type { ReleasePlanSpec, SettingsSpec } from '../document/settings.schema.ts';

/** The parts of settings that stay as they are unless a document mentions them. */
const releaseParts = ['releasePlan', 'safeguards'] as const;
export type ReleasePart = (typeof releaseParts)[number];

/** The parts of release that differ. */
export const changedReleaseParts = (before: SettingsSpec, after: SettingsSpec): ReleasePart[] =>
  releaseParts.filter((part) => !isDeepStrictEqual(before[part], after[part]));

/** The settings without the parts of release, except those that are retained. */
export const withoutRelease = (settings: SettingsSpec, retained: readonly ReleasePart[] = []): SettingsSpec =>
  Object.fromEntries(
    Object.entries(settings).filter(([name]) => retained.includes(name as ReleasePart) || !releaseParts.includes(name as ReleasePart)),
  );

/** The parts of release that the settings mention. */
export const mentionedParts = (settings: SettingsSpec): ReleasePart[] => releaseParts.filter((part) => Object.hasOwn(settings, part));

/** Settings that replace the parts of release, even if they have none. */
export const withRelease = ({ releasePlan, safeguards = [], ...own }: SettingsSpec): SettingsSpec => ({
  ...own,
  releasePlan: releasePlan ? { activeMilestone: null, ...releasePlan } : null,
  safeguards,
});

/** Adds the release, protection and default strategy that a document does not mention. They stay as they are, because users and the clock change them too. */
export function keepUnmentioned(document: Document, current: CurrentObjects): Document {
  if (document.kind === 'Environment') return keepEnvironment(document, current);
  if (document.kind !== 'Feature' || !document.spec.environments) return document;
  const found = current.get(objectKey('Feature', document.metadata.name))?.document;
  const stored = found?.kind === 'Feature' ? found.spec.environments : undefined;
  const environments = Object.entries(document.spec.environments).map(
    ([environment, settings]) => [environment, completed(settings, stored?.[environment] ?? {})] as const,
  );
  return { ...document, spec: { ...document.spec, environments: Object.fromEntries(environments) } };
}

function keepEnvironment(document: DocumentOf<'Environment'>, current: CurrentObjects): Document {
  const found = current.get(objectKey('Environment', document.metadata.name))?.document;
  const { protection, defaultStrategy } = { ...(found?.kind === 'Environment' && found.spec), ...document.spec };
  return { ...document, spec: { ...(protection && { protection }), ...(defaultStrategy && { defaultStrategy }) } };
}

function completed({ releasePlan, safeguards, ...own }: SettingsSpec, stored: SettingsSpec): SettingsSpec {
  const plan = releasePlan === undefined ? stored.releasePlan : releasePlan && withProgress(releasePlan, stored.releasePlan);
  const guards = safeguards ?? stored.safeguards ?? [];
  return { ...own, ...(plan && { releasePlan: plan }), ...(guards.length > 0 && { safeguards: guards }) };
}

/** Without an active milestone in the document, the plan stays in its milestone as long as it has one of that name. */
function withProgress({ activeMilestone, paused, ...plan }: ReleasePlanSpec, stored: SettingsSpec['releasePlan']): ReleasePlanSpec {
  if (activeMilestone) return { ...plan, activeMilestone, ...(paused && { paused }) };
  const reached = activeMilestone === undefined ? stored?.activeMilestone : null;
  if (!reached || indexOfMilestone(plan.milestones, reached) < 0) return plan;
  return { ...plan, activeMilestone: reached, ...(stored?.paused && { paused: true }) };
}
