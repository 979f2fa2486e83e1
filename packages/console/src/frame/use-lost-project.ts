import { useLocation } from 'preact-iso';
import { useAnswer } from '../server/answer.ts';
import { readAddress } from './address.ts';

/** Whether the address names a project that does not exist, or that nobody may know of here. */
export function useLostProject(): boolean {
  const { project } = readAddress(useLocation().path);
  const { data, isFetching } = useAnswer('GET /api/admin/projects', {}, { when: project !== null });
  return project !== null && data !== undefined && !isFetching && !data.projects.some(({ id }) => id === project);
}
