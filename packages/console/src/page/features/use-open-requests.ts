import { useAnswer } from '../../server/answer.ts';
import type { FoundChangeRequest } from '../../server/operations.ts';

const maxRequests = 200;

/** An open change request that affects a feature. */
export type OpenRequest = Pick<FoundChangeRequest, 'id' | 'environment' | 'schedule'>;

/** The most recent open change requests of a project, by feature. */
export function useOpenRequests(project: string): ReadonlyMap<string, readonly OpenRequest[]> {
  const { data } = useAnswer('GET /api/admin/search/change-requests', { query: { state: 'IS:open', limit: maxRequests } });
  const own = (data?.changeRequests ?? []).filter((request) => request.project === project);
  const named = own.flatMap((request) => request.features.map((feature) => ({ feature, request })));
  return new Map([...Map.groupBy(named, ({ feature }) => feature)].map(([feature, all]) => [feature, all.map(({ request }) => request)]));
}
