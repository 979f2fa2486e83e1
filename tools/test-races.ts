import { runOnServers } from './testing/run-on-servers.ts';

await runOnServers('races', 'test/races/races.ts');
