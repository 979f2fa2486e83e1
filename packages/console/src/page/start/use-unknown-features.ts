import { useAnswer } from '../../server/answer.ts';
import type { AnswerOf } from '../../server/request.ts';

const list = 'GET /api/admin/metrics/unknown-flags';
type Requested = AnswerOf<typeof list>['unknownFlags'][number];

/** Names that applications request and that no feature has, each with its requests, the latest first. */
export function useUnknownFeatures(): readonly (readonly [name: string, requests: readonly Requested[]])[] | undefined {
  const { data } = useAnswer(list, {});
  return data && [...Map.groupBy(data.unknownFlags, ({ name }) => name)];
}
