import { deepEqual, equal, rejects } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openStandalone } from '@signalbox/standalone';
import { surfaces } from '@signalbox/standalone/services';
import { newWorkspace, removeWorkspace, settingsOf, type Workspace } from '@signalbox/testing';

const servers = { DATABASE_URL: 'sqlite:', BUS_URL: 'memory:', CACHE_URL: 'memory:', PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' };

describe('ADMIN_PORT', () => {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await newWorkspace();
  });
  afterEach(() => removeWorkspace(workspace));

  const open = (own: Readonly<Record<string, string>>) =>
    openStandalone({ settings: settingsOf(workspace, { ...servers, ...own }, surfaces) });
  const statusOf = async (port: number | null, path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;

  it('serves the routes of the public port, and closes with it', async () => {
    const product = await open({ ADMIN_PORT: '0' });
    const { port, adminPort } = product;
    for (const path of ['/health', '/api/admin/projects', '/api/client/features', '/nothing'])
      equal(await statusOf(adminPort, path), await statusOf(port, path));
    deepEqual(
      [await statusOf(adminPort, '/health'), await statusOf(adminPort, '/api/admin/projects'), adminPort === port],
      [200, 401, false],
    );
    await product.close();
    for (const closed of [port, adminPort]) await rejects(fetch(`http://127.0.0.1:${closed}/health`));
  });

  it('is absent unless it is set', async () => {
    const product = await open({});
    equal(product.adminPort, null);
    await product.close();
  });

  it('prevents the start if another process has the port', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    await rejects(open({ ADMIN_PORT: String(port) }), { message: `ADMIN_PORT ${port} is already in use by another process.` });
    const product = await open({ ADMIN_PORT: '0' });
    equal(await statusOf(product.adminPort, '/health'), 200);
    await product.close();
    other.close();
  });
});
