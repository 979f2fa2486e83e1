import { useAnswer } from '../server/answer.ts';
import { useAddress } from './page.ts';

/** True if the address names a project that does not exist or that the user cannot see. */
export function useLostProject(): boolean {
  const { project } = useAddress();
  const { data, isFetching } = useAnswer('GET /api/admin/projects', {}, { when: project !== null });
  return project !== null && data !== undefined && !isFetching && !data.projects.some(({ id }) => id === project);
}
