import { useAnswer } from '../../server/ask.ts';

/** Context fields of the instance and of the project; null for those of the instance only. */
export function useContextFields(project: string | null) {
  const ofInstance = useAnswer('GET /api/admin/context', {}, { when: project === null });
  const ofProject = useAnswer(
    'GET /api/admin/projects/{projectId}/context',
    { path: { projectId: project ?? '' }, query: { include: 'root' } },
    { when: project !== null },
  );
  return (project === null ? ofInstance : ofProject).data ?? [];
}
