import { useAnswer } from '../../server/answer.ts';

const maxRequests = 200;

/** Ids of the most recent open change requests of a project, by feature. */
export function useOpenRequests(project: string): ReadonlyMap<string, readonly number[]> {
  const { data } = useAnswer('GET /api/admin/search/change-requests', { query: { state: 'IS:open', limit: maxRequests } });
  const own = (data?.changeRequests ?? []).filter((request) => request.project === project);
  const named = own.flatMap(({ id, features }) => features.map((feature) => ({ id, feature })));
  return new Map([...Map.groupBy(named, ({ feature }) => feature)].map(([feature, all]) => [feature, all.map(({ id }) => id)]));
}
