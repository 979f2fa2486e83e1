import type { AgentApi } from '../base/agent-api.ts';
import { type AgentModes, readModes } from '../base/agent-modes.ts';
import { pageSize } from '../base/tool.ts';
import { ToolProblem } from '../base/tool-problem.ts';

/** The used part of a search result. */
export interface FoundFeature {
  readonly name: string;
  readonly project: string;
  readonly type: string;
  readonly description: string | null;
  readonly stale: boolean;
  readonly createdAt: string;
  readonly lastSeenAt: string | null;
  readonly lifecycle: { readonly stage: string; readonly enteredStageAt: string };
  readonly tags?: readonly { readonly type: string; readonly value: string }[];
  readonly changed?: { readonly at: string; readonly by: string } | null;
  readonly environments: readonly FoundEnvironment[];
}

interface FoundEnvironment {
  readonly name: string;
  readonly enabled: boolean;
  readonly lastSeenAt: string | null;
  readonly yes: number;
  readonly no: number;
}

/** Searches features, with the environments that agents may see. Null stands for a feature of a project that they may not see. */
export async function searchFeatures(api: AgentApi, offset: number, query: Readonly<Record<string, string | undefined>>) {
  const page = { limit: String(pageSize), offset: String(offset), archived: 'IS:false' };
  const { features, total } = await api.get<{ readonly features: readonly FoundFeature[]; readonly total: number }>(
    '/api/admin/search/features',
    { ...query, ...page },
  );
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
