import { useAnswer, type FoundChangeRequest } from '../../server/ask.ts';
import type { Home } from '../../server/session.ts';

const maxRequests = 200;

/** An open change request that affects a feature. */
export type OpenRequest = Pick<FoundChangeRequest, 'id' | 'environment' | 'schedule'>;

export type RequestsByFeature = ReadonlyMap<string, readonly OpenRequest[]>;

/** The most recent open change requests of a project, or of all, by feature. */
export function useOpenRequests(home: Home): RequestsByFeature {
  const { data } = useAnswer('GET /api/admin/search/change-requests', { query: { state: 'IS:open', limit: maxRequests } });
  const own = (data?.changeRequests ?? []).filter((request) => home === null || request.project === home);
  const named = own.flatMap((request) => request.features.map((feature) => ({ feature, request })));
  return new Map([...Map.groupBy(named, ({ feature }) => feature)].map(([feature, all]) => [feature, all.map(({ request }) => request)]));
}
