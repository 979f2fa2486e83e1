import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { backUp, restore } from '@signalbox/standalone/backup';
import { surfaces } from '@signalbox/standalone/services';
import { eventually, newWorkspace, removeWorkspace, settingsOf, type Workspace } from '@signalbox/testing';
import { openFaultProxy } from '@signalbox/testing/fault-proxy';
import { initialTokens, type Instance, newTokens, openInstance } from '../backup/instance.fixture.ts';
import { features } from '../delivery/delivery-app.fixture.ts';
import { openChain } from './chain.ts';
import { contentOf, separateSegments } from './relay.fixture.ts';
import type { Outcome } from './trial.ts';

const project = '/api/admin/projects/default/features';
const recoveryMs = 2000;
const waitMs = 15_000;
const changesPerRestore = 5;

/** An upstream, and the data that it runs on. */
interface Upstream {
  readonly instance: Instance;
  readonly workspace: Workspace;
}

/** Restores the upstream from a backup again and again: each time, features and revisions return to earlier ones. */
export async function tryRestores(minutes: number): Promise<Outcome> {
  const tokens = newTokens();
  const problems: string[] = [];
  let upstream = await open();
  const { instance, workspace: first } = upstream;
  await instance.admin.post(project, { name: 'before' });
  const file = join(first.dataDir, 'upstream.backup');
  await backUp(settingsOf(first, {}, surfaces), file);
  const proxy = await openFaultProxy(instance.url);
  const chain = await openChain(proxy.url.replace(/\/$/, ''), { TOKENS: tokens.client });
  const application = chain.application(tokens.client, separateSegments);
  const isSame = async () => {
    const [one, other] = await Promise.all([
      upstream.instance.clients.client.get(features, { headers: separateSegments }),
      application.get(features),
    ]);
    return one.status === 200 && isDeepStrictEqual(contentOf(one), contentOf(other));
  };
  const end = Date.now() + minutes * 60_000;
  let [restores, slowest] = [0, 0];
  while (Date.now() < end) {
    for (let change = 0; change < changesPerRestore; change += 1) await upstream.instance.admin.post(project, { name: `after-${change}` });
    await eventually(isSame, waitMs).catch(() => problems.push('changes did not arrive'));
    const restored = await open(file);
    proxy.leadTo(restored.instance.url);
    proxy.inject({ reset: true });
    await close(upstream, first);
    upstream = restored;
    proxy.inject({});
    const begun = Date.now();
    await eventually(isSame, waitMs).catch(() => undefined);
    const late = Date.now() - begun;
    slowest = Math.max(slowest, late);
    restores += 1;
    if (late > recoveryMs) problems.push(`features were stale ${late} ms after a restore`);
  }
  await chain.close();
  await proxy.close();
  await close(upstream, first);
  await removeWorkspace(first);
  return { name: 'upstream restored from a backup', figures: { restores, 'slowest recovery (ms)': slowest }, problems };

  async function open(from?: string): Promise<Upstream> {
    const workspace = await newWorkspace(surfaces);
    if (from) await restore(settingsOf(workspace, {}, surfaces), from);
    return { workspace, instance: await openInstance(workspace, tokens, { ...initialTokens(tokens), LOG_LEVEL: 'silent' }) };
  }
}

/** The first workspace contains the backup. */
async function close({ instance, workspace }: Upstream, first: Workspace): Promise<void> {
  await instance.close();
  if (workspace !== first) await removeWorkspace(workspace);
}
