import { useAnswer } from './answer.ts';

/**
 * The environments of a project in which changes go to a change request, none where there is no project; undefined until that is known, when
 * nothing may be written yet.
 */
export function useProtected(project: string | null): ReadonlySet<string> | undefined {
  const path = { projectId: project ?? '' };
  const { data } = useAnswer('GET /api/admin/projects/{projectId}/change-requests/config', { path }, { when: project !== null });
  if (project === null) return new Set();
  return data && new Set(data.filter(({ changeRequestEnabled }) => changeRequestEnabled).map(({ environment }) => environment));
}
