import { runOnServers } from './testing/run-on-servers.ts';

await runOnServers('changes', 'test/change-requests/prove.ts');
