import type { Api } from '../api/api.ts';
import type { AppliedPlan, DocumentPlan, DocumentSet } from '../api/operations.ts';
import { Problem } from '../base/problem.ts';
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

/** Plans documents. */
export const requestPlan = (api: Api, projectId: string, body: DocumentSet): Promise<DocumentPlan> =>
  api.ask('POST /api/admin/projects/{projectId}/plan', { path: { projectId }, body });

/** Applies planned documents, if the plan is still the same. */
export const requestApply = (
  api: Api,
  projectId: string,
  body: DocumentSet & { readonly expect: { readonly hash: string } },
  headers: Readonly<Record<string, string>>,
): Promise<AppliedPlan> => api.ask('POST /api/admin/projects/{projectId}/apply', { path: { projectId }, body, headers });
