import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSite } from './site.ts';

describe('the documentation site', () => {
  let folder: string;
  let server: Server;
  let site: Awaited<ReturnType<typeof openSite>>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'site-'));
    await mkdir(join(folder, 'guides'));
    await writeFile(join(folder, 'index.html'), '<script id="theme">dark()</script><script type="module" src="/docs/a.js"></script>');
    await writeFile(join(folder, 'guides/sdks.html'), '<p>SDKs');
    await writeFile(join(folder, 'guides/sdks.md'), '# SDKs');
    site = await openSite(folder);
    server = createServer((request, response) => void site[request.url ?? '']?.(response)).listen(0, '127.0.0.1');
  });
  after(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  const get = (path: string) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);

  it('serves pages without an ending, and their Markdown', async () => {
    deepEqual(Object.keys(site).toSorted(), ['/docs/', '/docs/guides/sdks', '/docs/guides/sdks.md']);
    equal((await get('/docs/guides/sdks')).headers.get('content-type'), 'text/html; charset=utf-8');
    equal(await (await get('/docs/guides/sdks.md')).text(), '# SDKs');
  });

  it('allows nothing from other origins, and only the inline scripts of the page', async () => {
    const policy = (await get('/docs/')).headers.get('content-security-policy') ?? '';
    match(policy, /^default-src 'none'; script-src 'self' 'sha256-[\w+/]{43}='; style-src 'self';/);
    match((await get('/docs/guides/sdks')).headers.get('content-security-policy') ?? '', /script-src 'self';/);
  });

  it('has no pages if it was not built', async () => {
    deepEqual(await openSite(join(folder, 'missing')), {});
  });
});
