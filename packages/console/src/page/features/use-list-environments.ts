import { useAnswer } from '../../server/ask.ts';
import type { Home } from '../../server/session.ts';

/** Names of the environments that the list of a project, or across projects, can show. Undefined while loading. */
export function useListEnvironments(home: Home): readonly string[] | undefined {
  const path = { projectId: home ?? '' };
  const own = useAnswer('GET /api/admin/environments/project/{projectId}', { path }, { when: home !== null });
  const all = useAnswer('GET /api/admin/environments', {}, { when: home === null });
  const shown =
    home === null ? all.data?.environments.filter(({ enabled }) => enabled) : own.data?.environments.filter(({ visible }) => visible);
  return shown?.map(({ name }) => name);
}
