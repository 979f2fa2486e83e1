import { useQuery } from '@tanstack/preact-query';
import type { Refused } from '../../../server/refusal.ts';
import { type AnswerOf, askWithVersion } from '../../../server/request.ts';

const name = 'GET /api/admin/projects/{projectId}/features/{featureName}';

export type FeatureAnswer = AnswerOf<typeof name>;
export type EnvironmentOfFeature = FeatureAnswer['environments'][number];
export type Strategy = EnvironmentOfFeature['strategies'][number];

/** A feature with the version to send in `If-Match`. */
export interface ReadFeature {
  readonly detail: FeatureAnswer;
  readonly version: string;
}

/** Fetches a feature with its reach and variants in each environment. */
export async function readFeature(project: string, feature: string, signal?: AbortSignal): Promise<ReadFeature> {
  const { answer, version } = await askWithVersion(name, {
    path: { projectId: project, featureName: feature },
    query: { with: 'reach', variantEnvironments: true },
    ...(signal && { signal }),
  });
  return { detail: answer, version };
}

/** The feature, refetched after every change. */
export const useFeature = (project: string, feature: string) =>
  useQuery<ReadFeature, Refused>({
    queryKey: [name, { project, feature }],
    queryFn: ({ signal }) => readFeature(project, feature, signal),
  });
