import { hourMs, minuteMs, type OpenParts } from '@signalbox/kit';
import type { Tool } from '../base/tool.ts';
import { ToolProblem } from '../base/tool-problem.ts';

/** Limits of each agent. */
export interface AgentBudget {
  readonly readsPerMinute: number;
  readonly writesPerHour: number;
}

/** Counts a call against the budget of the agent. Throws beyond it. */
export async function countCall(cache: OpenParts['cache'], budget: AgentBudget, tokenId: number, { writes }: Tool): Promise<void> {
  const [kind, limit, windowMs, unit] = writes
    ? (['writes', budget.writesPerHour, hourMs, 'changes an hour'] as const)
    : (['reads', budget.readsPerMinute, minuteMs, 'calls a minute'] as const);
  const { count, resetMs } = await cache.count(`agent-${kind}:${tokenId}`, windowMs);
  if (count > limit) throw new ToolProblem(`Your budget of ${limit} ${unit} is spent. Try again in ${Math.ceil(resetMs / 1000)} s.`);
}
