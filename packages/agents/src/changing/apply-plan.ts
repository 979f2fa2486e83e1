import { pathTo } from '../base/agent-api.ts';
import type { ToolContext } from '../base/tool.ts';

interface AppliedPlan {
  readonly applied: number;
  readonly changeRequests: readonly { readonly id: number | null; readonly environment: string; readonly url: string | null }[];
}

/** The documents of a plan of this agent in a project that it can see. */
export async function findPlanned(project: string, hash: string, { modesOf, plans }: ToolContext): Promise<readonly unknown[]> {
  await modesOf(project);
  return plans.find(project, hash);
}

/** Applies documents if their plan would still be the same. */
export const applyPlan = (
  project: string,
  request: { readonly documents: readonly unknown[]; readonly expect: { readonly hash: string }; readonly propose?: true },
  { api }: ToolContext,
): Promise<AppliedPlan> => api.post(pathTo`/api/admin/projects/${project}/apply`, { set: null, ...request });

/** The result for the agent. */
export const describeApplied = ({ applied, changeRequests }: AppliedPlan, { baseUrl }: ToolContext) => ({
  writtenDirectly: applied,
  changeRequests: changeRequests.map(({ id, environment, url }) => ({ id, environment, url: url && baseUrl + url })),
  next: changeRequests.length > 0 ? 'People review the change requests. You cannot approve them.' : undefined,
});
