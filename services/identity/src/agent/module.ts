// Agents: programs that act for a user within limits, at /mcp only.

export { connectAgentRoute } from './connect-agent.ts';
export {
  disconnectAgentRoute,
  disconnectAgentsOfUserRoute,
  disconnectAgentsRoute,
  disconnectAllAgentsRoute,
} from './disconnect-agents.ts';
export { listAgentsRoute } from './list-agents.ts';
