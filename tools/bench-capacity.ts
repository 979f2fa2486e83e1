import { runOnServers } from './testing/run-on-servers.ts';

await runOnServers('capacity', 'test/bench/capacity.ts');
