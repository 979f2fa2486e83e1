import { useAnswer } from '../../server/answer.ts';

const ofProject = 'GET /api/admin/projects/{projectId}/context';

/** The context fields that can be asked about: those of the instance, and of the project where one is named. */
export function useContextFields(project: string | undefined) {
  const inProject = useAnswer(
    ofProject,
    { path: { projectId: project ?? '' }, query: { include: 'root' } },
    { when: project !== undefined },
  );
  const everywhere = useAnswer('GET /api/admin/context', {}, { when: project === undefined });
  return (project === undefined ? everywhere : inProject).data ?? [];
}
