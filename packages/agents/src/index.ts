export type { FoundAgent } from './serving/agent.ts';
export { type FindAgent, openMcp } from './serving/open-mcp.ts';
