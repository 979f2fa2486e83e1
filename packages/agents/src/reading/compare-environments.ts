import { Type } from 'typebox';
import { requireVisible } from '../base/agent-modes.ts';
import { describeAction } from '../base/plan-action.ts';
import { offsetOf, parameters, tool } from '../base/tool.ts';

export const compareEnvironments = tool({
  name: 'compare_environments',
  description: 'List what differs between two environments of a project: the changes that would make `to` equal to `from`.',
  input: {
    project: parameters.project,
    from: parameters.environment,
    to: parameters.environment,
    flag: Type.Optional(parameters.flag),
    cursor: parameters.cursor,
  },
  async run({ project, from, to, flag, ...page }, { api, modesOf }) {
    requireVisible(await modesOf(project), [from, to]);
    const { actions } = await api('POST /api/admin/projects/{projectId}/promotions/plan', {
      path: { projectId: project },
      body: { from: { environment: from }, to: { environment: to }, ...(flag !== undefined && { select: { features: [flag] } }) },
    });
    const offset = offsetOf(page);
    const items = actions.slice(offset).map((action) => {
      const { goesTo: _goesTo, refusedBecause: _refusedBecause, ...difference } = describeAction(action);
      return difference;
    });
    return { head: { from, to, differences: actions.length }, items, offset };
  },
});
