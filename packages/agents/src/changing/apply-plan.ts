import type { AppliedPlan, Document } from '../base/operations.ts';
import type { ToolContext } from '../base/tool.ts';

/** The documents of a plan of this agent in a project that it can see. */
export async function findPlanned(project: string, hash: string, { modesOf, plans }: ToolContext): Promise<readonly Document[]> {
  await modesOf(project);
  return plans.find(project, hash);
}

/** The result for the agent. */
export const describeApplied = ({ applied, changeRequests }: AppliedPlan, { baseUrl }: ToolContext) => ({
  writtenDirectly: applied,
  changeRequests: changeRequests.map(({ id, environment, url }) => ({ id, environment, url: url && baseUrl + url })),
  next: changeRequests.length > 0 ? 'People review the change requests. You cannot approve them.' : undefined,
});
