import { Type } from 'typebox';
import { pathTo } from '../base/agent-api.ts';
import { parameters, tool } from '../base/tool.ts';
import { applyStoredPlan, describeApplied } from './apply-stored-plan.ts';

export const proposeChangeRequest = tool({
  name: 'propose_change_request',
  description: 'Send the changes of a plan to people for review, wherever change requests are possible. The rest is written.',
  writes: true,
  input: { project: parameters.project, hash: parameters.hash, title: Type.Optional(Type.String({ maxLength: 200 })) },
  async run({ title, ...plan }, context) {
    const applied = await applyStoredPlan(plan, context);
    if (title !== undefined)
      for (const { id } of applied.changeRequests)
        if (id !== null) await context.api.put(pathTo`/api/admin/projects/${plan.project}/change-requests/${String(id)}/title`, { title });
    return { head: describeApplied(applied, context.baseUrl) };
  },
});
