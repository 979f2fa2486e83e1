import { Type } from 'typebox';
import type { AgentModes } from '../base/agent-modes.ts';
import type { Cleanup } from '../base/operations.ts';
import { offsetOf, pageSize, parameters, tool } from '../base/tool.ts';

export const cleanupPlan = tool({
  name: 'cleanup_plan',
  description:
    'Get proven verdicts on the removal of flags: the only answer (`winner`) that code must keep, reasons, blockers, and the order of steps. Without `flag`, lists the flags with a verdict.',
  input: {
    project: parameters.project,
    flag: Type.Optional(parameters.flag),
    verdict: Type.Optional(Type.Enum(['keep', 'candidate', 'remove-code', 'archive', 'blocked'], { description: 'Default: remove-code' })),
    cursor: parameters.cursor,
  },
  async run({ project, flag, verdict = 'remove-code', ...page }, { api, modesOf }) {
    const modes = await modesOf(project);
    if (flag !== undefined) {
      const path = { projectId: project, featureName: flag };
      const cleanup = await api('GET /api/admin/projects/{projectId}/features/{featureName}/cleanup', { path });
      return { items: [visiblePart(cleanup, modes)] };
    }
    const offset = offsetOf(page);
    const { features, total } = await api('GET /api/admin/projects/{projectId}/cleanup', {
      path: { projectId: project },
      query: { verdict, offset, limit: pageSize },
    });
    return { items: features.map((cleanup) => visiblePart(cleanup, modes)), offset, hasMore: offset + features.length < total };
  },
});

/** Leaves out grounds in environments that the agent cannot see, and an answer that they have decided. */
function visiblePart({ feature: flag, winner, winnerSince, reasons, blockers, ...cleanup }: Cleanup, modes: AgentModes) {
  const isVisible = ({ environment }: { readonly environment?: string }) => environment === undefined || modes.has(environment);
  const isDecidedElsewhere = reasons.some((reason) => reason.code === 'constant' && !isVisible(reason));
  return {
    flag,
    ...cleanup,
    ...(!isDecidedElsewhere && { winner, winnerSince }),
    reasons: reasons.filter(isVisible),
    blockers: blockers.filter(isVisible),
  };
}
