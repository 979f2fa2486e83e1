import type { Api } from '../api/api.ts';
import type { AppliedPlan, DocumentSet } from '../api/operations.ts';
import { Problem } from '../base/problem.ts';
import type { Plan } from './plan.ts';
import type { ReadDocuments } from './read-documents.ts';

/** Runs a request about documents. A problem that names a document by its index names its file instead. */
export async function namingFiles<T>({ origins }: Pick<ReadDocuments, 'origins'>, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const named = (text: string): string =>
      text.replaceAll(/\/?\bdocuments\/(\d+)(\/?)/g, (found, index: string, slash: string) => {
        const origin = origins[Number(index)];
        return origin === undefined ? found : origin + (slash === '' ? '' : ': ');
      });
    const { name, message, details, exitCode } = error;
    const clearer = details.map((detail) => JSON.parse(named(JSON.stringify(detail))) as unknown);
    throw new Problem(name, named(message), { exitCode, details: clearer });
  }
}

const pathOf = (project: string, verb: string): string => `/api/admin/projects/${encodeURIComponent(project)}/${verb}`;

const post = async <T>(api: Api, path: string, body: object): Promise<T> =>
  (await api.raw({ method: 'POST', path, body: JSON.stringify(body) })).json() as Promise<T>;

/** Plans documents. */
export const requestPlan = (api: Api, projectId: string, body: DocumentSet): Promise<Plan> =>
  api.ask('POST /api/admin/projects/{projectId}/plan', { path: { projectId }, body });

/** Applies planned documents, if the plan is still the same. */
export const requestApply = (
  api: Api,
  projectId: string,
  body: DocumentSet & { readonly expect: { readonly hash: string } },
): Promise<AppliedPlan> => api.ask('POST /api/admin/projects/{projectId}/apply', { path: { projectId }, body });

/** Features to promote. */
export interface PromotionRequest {
  readonly from: { readonly environment: string };
  readonly to: { readonly environment: string; readonly project: string };
  readonly select: { readonly features?: readonly string[]; readonly tags?: readonly string[] };
  readonly segments: 'update' | 'keep' | 'fail';
  readonly overwrite: readonly string[];
}

/** Plans a promotion. */
export const requestPromotionPlan = (api: Api, project: string, request: PromotionRequest): Promise<Plan> =>
  post(api, pathOf(project, 'promotions/plan'), request);

/** Promotes features, if the plan is still the same. */
export const requestPromotion = (
  api: Api,
  project: string,
  request: PromotionRequest & { readonly expect: { readonly hash: string } },
): Promise<AppliedPlan> => post(api, pathOf(project, 'promotions'), request);
