import type { ReleaseMilestone } from '@signalbox/contracts';
import { fixedText, instant, integer, json, longText, table, text } from '@signalbox/table';

export const releaseTemplateTable = table('release_template', 'ReleaseTemplate', {
  id: fixedText(26).key(),
  /** Empty for a template of all projects, so that the unique key also covers these. */
  project: text(100).called('project_id'),
  name: text(255),
  description: longText().nullable(),
  milestones: json<ReleaseMilestone[]>(),
  /** Ids of the segments that the milestones use. */
  segments: json<number[]>(),
  createdByUserId: integer().nullable(),
  createdAt: instant(),
  archivedAt: instant().nullable(),
});
