import { runOnServers } from './testing/run-on-servers.ts';

await runOnServers('scale', 'test/scale/scale.ts');
