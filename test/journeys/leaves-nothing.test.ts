import { deepEqual, equal } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openBus } from '@signalbox/bus';
import { openCache } from '@signalbox/cache';
import { auditSurface } from '@signalbox/audit/surface';
import { exchanges } from '@signalbox/contracts';
import { openStore, readCounter } from '@signalbox/store';
import { eventually, type Workspace, removeWorkspace, settingsOf, testEnvironment } from '@signalbox/testing';

const root = join(import.meta.dirname, '../..');

describe('a test run', () => {
  it('leaves nothing behind, no matter what its tests leave', async () => {
    const options = ['--way', testEnvironment.way, '--only', 'tools/testing/samples/littering.ts', '--no-checks'];
    const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'tools/test.ts'), ...options], { cwd: root });
    const { workspace, pid } = JSON.parse(/^left (.*)$/m.exec(stdout)?.[1] ?? '') as { workspace: Workspace; pid: number };
    try {
      equal(existsSync(workspace.dataDir), false);
      await eventually(() => !isAlive(pid));
      if (testEnvironment.way === 'distributed') {
        equal(await readStoredNumber(workspace), 0);
        equal(await readCached(workspace), null);
        deepEqual(await readQueue(workspace), ['first']);
      }
    } finally {
      await removeWorkspace(workspace);
    }
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** 0 for a new schema, which this query creates. */
async function readStoredNumber(workspace: Workspace): Promise<number> {
  const { databaseUrl } = settingsOf(workspace);
  const store = await openStore(databaseUrl, { service: 'litter', ...workspace }, { entities: [], migrations: [] });
  await store.migrate();
  const { message } = await readCounter(store.reader());
  await store.close();
  return message;
}

async function readCached({ prefix }: Workspace): Promise<Buffer | null> {
  const cache = await openCache([testEnvironment.redisUrl ?? ''], { prefix });
  const value = await cache.get('litter');
  await cache.close();
  return value;
}

/** Messages in the queue, up to a marker that is sent last. */
async function readQueue({ prefix }: Workspace): Promise<string[]> {
  const bus = await openBus([testEnvironment.amqpUrl ?? ''], { prefix });
  const found: string[] = [];
  const [queue] = auditSurface.queues;
  await bus.subscribe(queue, async (messages) => void found.push(...messages.map(({ id }) => id)));
  await bus.publish([{ id: 'first', exchange: exchanges.events, key: 'toggles.litter', body: '{}' }]);
  await eventually(() => found.includes('first'));
  await bus.close();
  return found;
}
