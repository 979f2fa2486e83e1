import { deepEqual, equal, match } from 'node:assert/strict';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { delivery } from '@signalbox/delivery';
import { surfaces } from '@signalbox/standalone/services';
import { type TestApp, type Workspace, removeWorkspace, start, testEnvironment } from '@signalbox/testing';
import { answerWhen, features, names, openDeliveryApp } from './delivery-app.fixture.ts';

const unreachable = 'http://127.0.0.1:1';
const alone = { ownIdentity: true, surfaces, settings: { TOGGLES_URL: unreachable, IDENTITY_URL: unreachable } };

describe('delivery that starts while everything else is down', () => {
  let workspace: Workspace;
  let good: string;
  let expiring: string;
  let etag: string;
  const expiresAt = Date.now() + 3_600_000;

  before(async () => {
    const world = await openDeliveryApp();
    workspace = world.app.workspace;
    good = await world.token({ projects: ['default'] });
    expiring = await world.token({ expiresAt });
    await world.createFeature('kept');
    const answer = await answerWhen(
      () => world.application(good).get(features),
      ({ status, body }) => status === 200 && body.features.length === 1,
    );
    etag = String(answer.headers['etag']);
    await world.close({ keepData: true });
  });
  after(() => removeWorkspace(workspace));

  async function withDelivery(work: (app: TestApp) => Promise<void>, now?: () => Date): Promise<void> {
    const app = await start([delivery], { ...alone, workspace: workspace, ...(now ? { effects: { now } } : {}) });
    try {
      await work(app);
    } finally {
      await app.close({ keepData: true });
    }
  }

  it('serves its saved features, marked as stale', async () => {
    await withDelivery(async (app) => {
      const answer = await app.with({ authorization: good }).get(features);
      equal(answer.status, 200);
      deepEqual(names(answer), ['kept']);
      equal(answer.headers['x-signalbox-stale'], 'true');
      const { state, reason } = await app.host.readinessOf('delivery');
      equal(state, 'degraded');
      match(String(reason), /Features and tokens may be stale\./);
    });
  });

  it('keeps the ETag, so that SDKs keep their features', async () => {
    await withDelivery(async (app) => {
      const { status, headers } = await app.with({ authorization: good, 'if-none-match': etag }).get(features);
      deepEqual([status, headers['x-signalbox-stale']], [304, 'true']);
    });
  });

  it('rejects unknown tokens and tokens that have expired since', async () => {
    await withDelivery(
      async (app) => {
        const statuses = [good, expiring, 'default:development.unknown'].map(
          async (authorization) => (await app.with({ authorization }).get(features)).status,
        );
        deepEqual(await Promise.all(statuses), [200, 401, 401]);
      },
      () => new Date(expiresAt),
    );
  });

  it('answers a possibly valid unknown token with 503, because SDKs stop at a 401', async () => {
    await withDelivery(async (app) => {
      const authorization = `default:development.${'a'.repeat(56)}`;
      const { status, headers } = await app.with({ authorization }).get(features);
      deepEqual([status, headers['retry-after']], [503, '2']);
    });
  });

  it('saves its files readable only by their owner', async () => {
    const folder = join(workspace.dataDir, 'delivery');
    deepEqual((await readdir(folder)).sort(), ['state', 'tokens']);
    for (const file of ['state', 'tokens']) equal((await stat(join(folder, file))).mode & 0o777, 0o600);
  });

  it('ignores a damaged file and uses the cache if there is one', async () => {
    await writeFile(join(workspace.dataDir, 'delivery', 'state'), `${Date.now()}\n{"format":"signalbox-replica"`);
    await withDelivery(async (app) => {
      const { status } = await app.with({ authorization: good }).get(features);
      equal(status, testEnvironment.way === 'distributed' ? 200 : 503);
    });
  });
});
