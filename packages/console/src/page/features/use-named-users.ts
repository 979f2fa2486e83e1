import { useAnswer } from '../../server/answer.ts';
import { calledOf } from '../../server/session.ts';

/** Users who created features of the project, for `by:`. */
export const useCreators = (project: string, when: boolean) =>
  useAnswer('GET /api/admin/projects/{projectId}/flag-creators', { path: { projectId: project } }, { when }).data;

/** Users who can own features, for `owner:`. */
export const useOwners = (when: boolean) =>
  useAnswer('GET /api/admin/user-admin/access', {}, { when }).data?.users.map((user) => ({ id: user.id, name: calledOf(user) }));
