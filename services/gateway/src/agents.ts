import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FindAgent, openMcp } from '@signalbox/agents';
import type { OpenParts } from '@signalbox/kit';
import { agentReadsPerMinute, agentsEnabled, agentWritesPerHour } from './surface.ts';

export const agentsPath = '/mcp';

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The tools of agents, undefined if they are disabled. Loaded at the first request of one, because few processes ever receive any. */
export function openAgents(parts: OpenParts, findAgent: FindAgent): Serve | undefined {
  const { settings } = parts;
  if (settings.get(agentsEnabled) === 'off') return undefined;
  const budget = { readsPerMinute: settings.get(agentReadsPerMinute), writesPerHour: settings.get(agentWritesPerHour) };
  let opened: Promise<ReturnType<typeof openMcp>> | undefined;
  return async (request, response) => {
    opened ??= import('@signalbox/agents').then(({ openMcp: open }) => open({ ...parts, budget }, findAgent));
    return (await opened)(request, response);
  };
}
