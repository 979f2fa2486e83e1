import { useQuery } from '@tanstack/preact-query';
import { asContext, type LinkedQuestion } from '../../base/question.ts';
import type { Refused } from '../../server/refusal.ts';
import { askWithVersion, revision } from '../../server/request.ts';
import type { Result } from './steps.ts';

const name = 'POST /api/admin/playground';

/** What an application would be told, as of which revision. */
export interface Told {
  readonly result: Result | undefined;
  readonly asOf: number;
}

/** Asks about one feature, once there is a question. Texts are taken as they are: a comma is a part of them. */
export function useTold(project: string, feature: string, question: LinkedQuestion | null) {
  return useQuery<Told, Refused>({
    queryKey: [name, { project, feature, question }],
    enabled: question !== null,
    queryFn: async ({ signal }) => {
      const { environment = '', context = {}, revision: since } = question ?? {};
      const body = {
        environment,
        projects: [project],
        features: [feature],
        context: asContext(context),
        ...(since !== undefined && { at: { revision: since } }),
      };
      const { answer, asOf } = await askWithVersion(name, { body, minRevision: revision.value, signal });
      return { result: answer.features[0], asOf: asOf ?? 0 };
    },
  });
}
