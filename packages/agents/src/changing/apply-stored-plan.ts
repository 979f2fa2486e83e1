import { pathTo } from '../base/agent-api.ts';
import type { ToolContext } from '../base/tool.ts';

/** The result of applying a plan. */
export interface AppliedPlan {
  readonly id: string | null;
  readonly applied: number;
  readonly changeRequests: readonly { readonly id: number | null; readonly environment: string; readonly url: string | null }[];
}

/** Applies a plan of this agent, if it would still be the same. */
export async function applyStoredPlan(
  { project, hash }: { readonly project: string; readonly hash: string },
  { api, modesOf, plans }: ToolContext,
): Promise<AppliedPlan> {
  await modesOf(project);
  const documents = await plans.find(project, hash);
  return api.post<AppliedPlan>(pathTo`/api/admin/projects/${project}/apply`, { set: null, documents, expect: { hash } });
}

/** The result for the agent. */
export const describeApplied = ({ applied, changeRequests }: AppliedPlan, baseUrl: string) => ({
  writtenDirectly: applied,
  changeRequests: changeRequests.map(({ id, environment, url }) => ({ id, environment, url: url && baseUrl + url })),
  next: changeRequests.length > 0 ? 'People review the change requests. You cannot approve them.' : undefined,
});
