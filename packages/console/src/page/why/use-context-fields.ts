import { useAnswer } from '../../server/answer.ts';

const ofProject = 'GET /api/admin/projects/{projectId}/context';

/** Context fields of the instance and, if given, of the project. */
export function useContextFields(project: string | undefined) {
  const inProject = useAnswer(
    ofProject,
    { path: { projectId: project ?? '' }, query: { include: 'root' } },
    { when: project !== undefined },
  );
  const everywhere = useAnswer('GET /api/admin/context', {}, { when: project === undefined });
  return (project === undefined ? everywhere : inProject).data ?? [];
}
