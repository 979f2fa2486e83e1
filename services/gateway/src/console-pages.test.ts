import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@signalbox/testing';
import { bundleConsole } from '@signalbox/console';
import { openConsole } from './console-pages.ts';

describe('the console files', () => {
  let server: Server;
  let url: string;
  const bundling = Promise.withResolvers<Awaited<ReturnType<typeof bundleConsole>>>();

  before(async () => {
    const find = openConsole(
      () => bundling.promise,
      () => undefined,
    );
    server = createServer((request, response) => {
      const answer = find(new URL(request.url ?? '/', 'http://localhost').pathname);
      if (answer) void answer(response, request);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${url}${path}`, { headers });

  it('are replaced by a page that reloads until the bundle is ready', async () => {
    const answer = await get('/projects/default');
    deepEqual([answer.status, answer.headers.get('cache-control')], [200, 'no-store']);
    match(await answer.text(), /http-equiv="refresh"/);
    equal((await get('/console/main.js')).status, 404);
  });

  it('are one page for each kind of address, sent again only after a change', async () => {
    bundling.resolve(await bundleConsole());
    await eventually(async () => equal((await get('/login')).headers.get('cache-control'), 'no-cache'));
    const [page, same, other] = [await get('/login'), await get('/forgotten'), await get('/projects/x/features/y')];
    const text = await page.text();
    equal(text, await same.text());
    notEqual(text, await other.text());
    const etag = page.headers.get('etag') ?? '';
    equal((await get('/login', { 'if-none-match': etag })).status, 304);
    equal((await get('/forgotten', { 'if-none-match': etag })).status, 304);
    equal((await get('/projects/x/features/y', { 'if-none-match': etag })).status, 200);
    equal((await get('/api/admin/projects')).status, 404);
  });

  it('allow no inline script, no inline style but their own, and nothing from other origins', async () => {
    const page = await get('/');
    const policy = page.headers.get('content-security-policy') ?? '';
    match(policy, /^default-src 'none'; script-src 'self'; style-src 'self' 'sha256-[^']+';.*require-trusted-types-for 'script'$/);
    ok(!/unsafe|https?:/.test(policy));
    const text = await page.text();
    ok(!/<script>| on\w+=| style=/.test(text));
    const [[, style = ''] = [], ...others] = text.matchAll(/<style>([^<]+)<\/style>/g);
    equal(others.length, 0);
    ok(policy.includes(`'sha256-${createHash('sha256').update(style).digest('base64')}'`));
  });

  it('outline the frame before scripts run, except on pages without one', async () => {
    match(await (await get('/')).text(), /<div id="console"><div id="outline" aria-hidden="true">/);
    match(await (await get('/login')).text(), /<div id="console"><\/div>/);
  });

  it("include the page's assets, compressed on request and cached by browsers forever", async () => {
    const html = await (await get('/')).text();
    const parts = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
    equal(parts.filter((path) => path.endsWith('.js')).length, 1);
    equal(parts.filter((path) => path.endsWith('.css')).length, 2);
    for (const path of parts) {
      const plain = await get(path, { 'accept-encoding': 'identity' });
      const text = await plain.text();
      const small = await get(path, { 'accept-encoding': 'gzip, deflate, br' });
      equal(small.headers.get('content-encoding'), 'gzip');
      equal(await small.text(), text);
      equal((await get(path, { 'accept-encoding': 'gzip;q=0' })).headers.get('content-encoding'), null);
      equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    }
  });

  it('are not served if the bundle fails, and the cause is reported', async () => {
    const failures: unknown[] = [];
    const find = openConsole(
      () => Promise.reject(new Error('broken')),
      (cause) => failures.push(cause),
    );
    await eventually(() => equal(failures.length, 1));
    equal(find('/login'), undefined);
  });
});
