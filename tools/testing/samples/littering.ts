import { spawn } from 'node:child_process';
import { openBus } from '../../../packages/bus/src/index.ts';
import { openCache } from '../../../packages/cache/src/index.ts';
import { exchanges } from '../../../packages/contracts/src/index.ts';
import { auditSurface } from '../../../services/audit/src/surface.ts';
import { markHandled, openStore } from '../../../packages/store/src/index.ts';
import { newWorkspace, settingsOf } from '../../../packages/testing/src/index.ts';

describe('a sample', () => {
  it('leaves a folder, a process, a schema, a queue and a key behind', async () => {
    const workspace = await newWorkspace([auditSurface]);
    const { prefix, dataDir } = workspace;
    const { databaseUrl, busUrls, cacheUrls } = settingsOf(workspace);
    const store = await openStore(databaseUrl, { service: 'litter', prefix, dataDir }, { entities: [], migrations: [] });
    const bus = await openBus(busUrls, { prefix });
    const cache = await openCache(cacheUrls, { prefix });
    await store.migrate();
    await store.transaction((em) => markHandled(em, ['litter'], new Date()));
    await bus.declare(auditSurface.queues);
    if (busUrls[0] !== 'memory:') await bus.publish([{ id: 'litter', exchange: exchanges.events, key: 'toggles.litter', body: '{}' }]);
    await cache.set('litter', 'left', 600_000);
    await Promise.all([store.close(), bus.close(), cache.close()]);
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 600_000)'], { stdio: 'ignore' });
    child.unref();
    console.log(`left ${JSON.stringify({ workspace, pid: child.pid })}`);
  });
});
