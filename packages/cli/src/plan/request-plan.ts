import type { Api } from '../api/api.ts';
import type { Document } from '../api/operations.ts';
import { Problem } from '../base/problem.ts';
import type { Plan } from './plan.ts';
import type { ReadDocuments } from './read-documents.ts';

/** The body of a plan. Applying takes the same, and the expected hash. */
export interface PlanRequest {
  readonly set: string;
  readonly documents: readonly Document[];
  readonly prune: boolean;
  readonly takeOver: boolean;
}

/** A change request that a plan has created. Its number is null if the server does not know it yet. */
export interface CreatedRequest {
  readonly id: number | null;
  readonly environment: string;
  readonly url: string | null;
  readonly hash: string;
}

/** The result of applying a plan. */
export interface Applied {
  readonly applied: number;
  readonly changeRequests: readonly CreatedRequest[];
}

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
export const requestPlan = (api: Api, project: string, request: PlanRequest): Promise<Plan> => post(api, pathOf(project, 'plan'), request);

/** Applies planned documents, if the plan is still the same. */
export const requestApply = (
  api: Api,
  project: string,
  request: PlanRequest & { readonly expect: { readonly hash: string } },
): Promise<Applied> => post(api, pathOf(project, 'apply'), request);

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
): Promise<Applied> => post(api, pathOf(project, 'promotions'), request);
