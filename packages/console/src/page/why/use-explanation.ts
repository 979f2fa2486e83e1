import { useQuery } from '@tanstack/preact-query';
import { asContext, type LinkedQuestion } from '../../base/question.ts';
import type { Refused } from '../../server/refusal.ts';
import { askWithVersion, revision } from '../../server/ask.ts';
import type { Result } from './steps.ts';

const name = 'POST /api/admin/playground';

/** Result for an application, with its revision. */
export interface Explanation {
  readonly result: Result | undefined;
  readonly asOf: number;
}

/** Explains one feature once there is a question. Values are taken literally: commas do not separate them. */
export function useExplanation(project: string, feature: string, question: LinkedQuestion | null) {
  return useQuery<Explanation, Refused>({
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
