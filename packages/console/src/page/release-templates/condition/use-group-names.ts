import { useMemo } from 'preact/hooks';
import { useAnswer } from '../../../server/ask.ts';
import type { GroupNames } from './gate.ts';

/** All groups, once loaded. */
export const useGroups = () => useAnswer('GET /api/admin/user-admin/access', {}).data?.groups ?? [];

/** Group names by id, once loaded. */
export function useGroupNames(): GroupNames {
  const groups = useGroups();
  return useMemo(() => {
    const names = new Map(groups.map(({ id, name }) => [id, name]));
    return (id) => names.get(id);
  }, [groups]);
}
