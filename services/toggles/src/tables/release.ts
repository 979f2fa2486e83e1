import type { PlanMilestone, ReleaseMilestone, Safeguard, SafeguardContent } from '@signalbox/contracts';
import { fixedText, instant, integer, json, longText, projectionOfAll, table, text } from '@signalbox/table';

export const releaseTemplateTable = table('release_template', 'ReleaseTemplate', {
  id: fixedText(26).key(),
  /** Empty for a template of all projects, so that the unique key also covers these. */
  project: text(100).called('project_id'),
  name: text(255),
  description: longText().nullable(),
  milestones: json<ReleaseMilestone[]>(),
  /** Ids of the segments that the milestones use. */
  segments: json<number[]>(),
  safeguards: json<SafeguardContent[]>().nullable(),
  createdByUserId: integer().nullable(),
  createdAt: instant(),
  archivedAt: instant().nullable(),
});

export const releasePlanTable = table('release_plan', 'ReleasePlan', {
  id: fixedText(26).key(),
  featureName: text(100),
  environment: text(100),
  name: text(255),
  description: longText().nullable(),
  templateId: fixedText(26).nullable(),
  milestones: json<PlanMilestone[]>(),
  /** Ids of the segments that the milestones use. */
  segments: json<number[]>(),
  activeMilestoneId: fixedText(26).nullable(),
  safeguards: json<Safeguard[]>().nullable(),
  /** The time at which to check whether the release advances automatically. Null if nothing is to be expected. */
  dueAt: instant().nullable(),
  /** `principalKey` of everyone who added or edited the plan or started a milestone. Null for plans of earlier versions. */
  shapedBy: json<string[]>().nullable(),
  /** The reason why the last step failed. */
  problem: longText().nullable(),
  createdByUserId: integer().nullable(),
  createdAt: instant(),
});

export const fullPlan = projectionOfAll(releasePlanTable);

/** The safeguards of a feature in an environment that belong to no release plan. Without safeguards, there is no row. */
export const environmentSafeguardsTable = table('environment_safeguards', 'EnvironmentSafeguards', {
  featureName: text(100).key(),
  environment: text(100).key(),
  safeguards: json<Safeguard[]>(),
});

export const storedGuards = projectionOfAll(environmentSafeguardsTable);
