import type { UseQueryResult } from '@tanstack/preact-query';
import { useAnswer, type ReleaseTemplate } from '../../server/ask.ts';
import type { Refused } from '../../server/refusal.ts';
import type { Home } from '../../server/session.ts';

/** The templates that a project can use, or those of the instance; without archived ones. */
export function useTemplates(home: Home): UseQueryResult<readonly ReleaseTemplate[], Refused> {
  const ofInstance = useAnswer('GET /api/admin/release-plan-templates', {}, { when: home === null });
  const path = { projectId: home ?? '' };
  const ofProject = useAnswer('GET /api/admin/projects/{projectId}/release-templates', { path }, { when: home !== null });
  return home === null ? ofInstance : ofProject;
}

/** One template, as a project or the instance sees it. */
export function useTemplate(home: Home, templateId: string): UseQueryResult<ReleaseTemplate, Refused> {
  const ofInstance = useAnswer('GET /api/admin/release-plan-templates/{templateId}', { path: { templateId } }, { when: home === null });
  const path = { projectId: home ?? '', templateId };
  const ofProject = useAnswer('GET /api/admin/projects/{projectId}/release-templates/{templateId}', { path }, { when: home !== null });
  return home === null ? ofInstance : ofProject;
}
