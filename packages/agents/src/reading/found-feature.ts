import type { AgentApi } from '../base/agent-api.ts';
import { type AgentModes, readModes } from '../base/agent-modes.ts';
import type { OperationInput } from '../base/operations.ts';
import { pageSize } from '../base/tool.ts';
import { ToolProblem } from '../base/tool-problem.ts';

type Search = NonNullable<OperationInput<'GET /api/admin/search/features'>['query']>;

/** Searches features, with the environments that agents may see. Null stands for a feature of a project that they may not see. */
export async function searchFeatures(api: AgentApi, offset: number, query: Search) {
  const page = { limit: String(pageSize), offset: String(offset), archived: 'IS:false' };
  const { features, total } = await api('GET /api/admin/search/features', { query: { ...query, ...page } });
  const projects = [...new Set(features.map(({ project }) => project))];
  const modes = new Map(await Promise.all(projects.map(async (project) => [project, await modesOrNull(api, project)] as const)));
  const found = features.map((feature) => {
    const visible = modes.get(feature.project);
    return visible ? { ...feature, environments: feature.environments.filter(({ name }) => visible.has(name)) } : null;
  });
  return { found, hasMore: offset + features.length < total };
}

const modesOrNull = (api: AgentApi, project: string): Promise<AgentModes | null> =>
  readModes(api, project).catch((error: unknown) => {
    if (error instanceof ToolProblem) return null;
    throw error;
  });
