import { Type } from 'typebox';
import { describeAction } from '../base/plan-action.ts';
import { parameters, tool } from '../base/tool.ts';
import { ToolProblem } from '../base/tool-problem.ts';
import { describeApplied, findPlanned } from './apply-plan.ts';

export const proposeChangeRequest = tool({
  name: 'propose_change_request',
  description:
    'Send all changes of a plan to people for review, even where you may write. Writes nothing: refuses a plan with changes that no change request can contain, such as new flags and descriptions.',
  writes: true,
  input: { project: parameters.project, hash: parameters.hash, title: Type.Optional(Type.String({ maxLength: 200 })) },
  async run({ project, hash, title }, context) {
    const documents = await findPlanned(project, hash, context);
    const { api } = context;
    const path = { projectId: project };
    const plan = (propose: boolean) => api('POST /api/admin/projects/{projectId}/plan', { path, body: { set: null, documents, propose } });
    const proposed = await plan(true);
    if ((await plan(false)).hash !== hash) throw new ToolProblem('The project has changed since this plan. Call plan_change again.');
    const direct = proposed.actions.filter((action) => !action.protected).map(describeAction);
    if (direct.length > 0)
      throw new ToolProblem(
        'Nothing was proposed: change requests cannot contain the changes in `data`. Plan and commit these first, then propose the rest.',
        { direct },
      );
    const body = { set: null, documents, expect: { hash: proposed.hash }, propose: true };
    const applied = await api('POST /api/admin/projects/{projectId}/apply', { path, body });
    if (title !== undefined)
      for (const { id } of applied.changeRequests)
        if (id !== null)
          await api('PUT /api/admin/projects/{projectId}/change-requests/{id}/title', {
            path: { ...path, id },
            body: { title },
          });
    return { head: describeApplied(applied, context) };
  },
});
