import { useAnswer } from './ask.ts';

/** Protected environments of a project; empty without a project. Undefined while loading, when nothing may be written. */
export function useProtected(project: string | null): ReadonlySet<string> | undefined {
  const path = { projectId: project ?? '' };
  const { data } = useAnswer('GET /api/admin/projects/{projectId}/change-requests/config', { path }, { when: project !== null });
  if (project === null) return new Set();
  return data && new Set(data.filter(({ changeRequestEnabled }) => changeRequestEnabled).map(({ environment }) => environment));
}
