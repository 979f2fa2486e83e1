import { parse, setting, surface } from '@signalbox/kit';

export const consoleEnabled = setting(
  'CONSOLE',
  'on',
  parse.oneOf('on', 'off'),
  'Whether the gateway serves the console along with the API. Gateways for SDK traffic only can disable it.',
);

export const agentsEnabled = setting(
  'AGENTS',
  'on',
  parse.oneOf('on', 'off'),
  'Whether the gateway serves agents at `/mcp`, by the Model Context Protocol.',
);
export const agentReadsPerMinute = setting(
  'AGENT_READS_PER_MINUTE',
  '60',
  parse.integer(1, 1_000_000_000),
  'Maximum calls per minute and agent of tools that change nothing.',
);
export const agentWritesPerHour = setting(
  'AGENT_WRITES_PER_HOUR',
  '20',
  parse.integer(1, 1_000_000_000),
  'Maximum calls per hour and agent of tools that change or propose something.',
);

export const gatewaySurface = surface({
  name: 'gateway',
  isPublic: true,
  settings: [consoleEnabled, agentsEnabled, agentReadsPerMinute, agentWritesPerHour],
});
