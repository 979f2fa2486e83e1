import { useAnswer } from '../../server/ask.ts';
import { calledOf, type Home } from '../../server/session.ts';

/** Users who created features of the project, or of any project, for `by:`. */
export function useCreators(home: Home, when: boolean) {
  const path = { projectId: home ?? '' };
  const own = useAnswer('GET /api/admin/projects/{projectId}/flag-creators', { path }, { when: when && home !== null });
  const all = useAnswer('GET /api/admin/flag-creators', {}, { when: when && home === null });
  return home === null ? all.data?.flagCreators : own.data;
}

/** Users who can own features, for `owner:`. */
export const useOwners = (when: boolean) =>
  useAnswer('GET /api/admin/user-admin/access', {}, { when }).data?.users.map((user) => ({ id: user.id, name: calledOf(user) }));
