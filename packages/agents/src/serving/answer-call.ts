import type { OpenParts } from '@signalbox/kit';
import type { CallingAgent } from './agent.ts';
import { openAgentApi } from '../base/agent-api.ts';
import { type AgentBudget, countCall } from './agent-budget.ts';
import { readModes } from '../base/agent-modes.ts';
import { fence, type ToolAnswer } from '../base/fence.ts';
import { openPlanStore } from '../base/plan-store.ts';
import type { Tool } from '../base/tool.ts';
import { ToolProblem } from '../base/tool-problem.ts';

export type CallParts = Pick<OpenParts, 'cache' | 'settings' | 'warn' | 'id'> & { readonly budget: AgentBudget };

/** Runs a tool for an agent. Refusals are results as well, so that the agent can correct itself. */
export async function answerCall(parts: CallParts, agent: CallingAgent, tool: Tool, input: unknown) {
  const answer = await runTool(parts, agent, tool, input).catch((error: unknown) => refusalFor(parts, tool, error));
  return { content: [{ type: 'text' as const, text: fence(answer) }], ...(answer.problem !== undefined && { isError: true }) };
}

async function runTool(parts: CallParts, { tokenId, listener, baseUrl }: CallingAgent, tool: Tool, input: unknown): Promise<ToolAnswer> {
  await countCall(parts.cache, parts.budget, tokenId, tool);
  const problems = tool.problemsOf(input).map(({ instancePath, message, params }) => ({ path: instancePath, message, ...params }));
  if (problems.length > 0) throw new ToolProblem('The input does not match the schema of the tool. `data` has the problems.', { problems });
  const api = openAgentApi(listener);
  const plans = openPlanStore(parts.cache, tokenId);
  return tool.run(input as never, { api, plans, baseUrl, modesOf: (project) => readModes(api, project) });
}

function refusalFor(parts: CallParts, { name }: Tool, error: unknown): ToolAnswer {
  if (error instanceof ToolProblem) return { problem: error.message, head: error.details };
  const id = parts.id();
  parts.warn(`the tool ${name} failed (${id})`, error);
  return { problem: `The server failed. Tell the person this id, which is in its log: ${id}` };
}
