import { asContext, type LinkedQuestion, type WhyQuestion } from '../../base/question.ts';
import { usePages } from '../../server/use-pages.ts';
import { ask, revision } from '../../server/ask.ts';
import type { Result } from '../why/steps.ts';

/** Result of a feature, and the result that it is compared with. */
export interface FeatureResult {
  readonly name: string;
  readonly project: string;
  readonly result: Result;
  readonly other: Result | undefined;
}

interface Page {
  readonly rows: readonly FeatureResult[];
  readonly total: number;
}

/** Features per request, to bound the size of responses. */
const perPage = 100;
const search = 'GET /api/admin/search/features';

/** Results for all features by name, page by page: the search lists them, then the playground evaluates each page. */
export function useResults(project: string | undefined, filter: string, question: LinkedQuestion | null) {
  const {
    found,
    pages,
    total = 0,
  } = usePages(
    ['POST /api/admin/playground', { project, filter, question }],
    (offset, signal) => readPage({ project, filter, question, offset }, signal),
    { perPage, when: question !== null },
  );
  return { found, rows: pages.flatMap(({ rows }) => rows), evaluated: pages.length * perPage, total };
}

interface PageInput {
  readonly project: string | undefined;
  readonly filter: string;
  readonly question: LinkedQuestion | null;
  readonly offset: number;
}

async function readPage({ project, filter, question, offset }: PageInput, signal: AbortSignal): Promise<Page> {
  if (!question) return { rows: [], total: 0 };
  const { features, total } = await ask(search, {
    query: {
      ...(project !== undefined && { project: `IS:${project}` }),
      ...(filter && { query: filter.split(/\s+/).join(',') }),
      sortBy: 'name',
      limit: String(perPage),
      offset: String(offset),
    },
    signal,
  });
  const names = features.map(({ name }) => name);
  const [results, others] = await Promise.all([
    evaluate(names, question, signal),
    question.compared && evaluate(names, question.compared, signal),
  ]);
  const rows = names.flatMap((name) => {
    const result = results.get(name);
    return result ? [{ name, project: result.projectId, result, other: others?.get(name) }] : [];
  });
  return { rows, total };
}

async function evaluate(features: readonly string[], { environment, context }: WhyQuestion, signal: AbortSignal) {
  const body = { environment, features, context: asContext(context) };
  const { features: results } = await ask('POST /api/admin/playground', { body, minRevision: revision.value, signal });
  return new Map(results.map((result) => [result.name, result]));
}

/** Whether the two results differ for an application. */
export const differs = ({ result, other }: FeatureResult): boolean =>
  other !== undefined && (result.isEnabled !== other.isEnabled || result.variant.name !== other.variant.name);
