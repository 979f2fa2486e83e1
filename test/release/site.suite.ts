import { deepEqual, equal, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { findBrowser } from '@signalbox/testing/browser';
import { chromium } from 'playwright-core';
import { openSite } from '../../services/gateway/src/site.ts';
import { root } from '../../tools/testing/root.ts';

/** Addresses below /docs that the gateway serves itself. */
const own = ['/docs/openapi', '/docs/openapi.json', '/docs/asyncapi.json'];

/** Tests of the documentation site of a release. `unpack` returns its folder. */
export function describeSite(unpack: () => Promise<string>): void {
  let folder: string;
  let files: string[];
  let addresses: Set<string>;
  before(async () => {
    folder = await unpack();
    files = await readdir(folder, { recursive: true });
    addresses = new Set([...Object.keys(await openSite(folder)), ...own]);
  });
  const pages = () =>
    files.filter((file) => file.endsWith('.html')).map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
  const attributesOf = (text: string, name: string) =>
    [...text.matchAll(new RegExp(` ${name}="([^"]+)"`, 'g'))].map(([, value = '']) => value);

  it('links only to addresses that exist', () => {
    const broken = pages().flatMap(({ file, text }) =>
      attributesOf(text, 'href')
        .filter((href) => href.startsWith('/'))
        .filter((href) => !addresses.has(href.replace(/#.*$/, '')))
        .map((href) => `${file} links to ${href}`),
    );
    ok(pages().length > 40);
    deepEqual(broken, []);
  });

  it('loads nothing from other origins', () => {
    const loaded = pages().flatMap(({ text }) => [
      ...attributesOf(text, 'src'),
      ...[...text.matchAll(/<link rel="(?:stylesheet|preload|modulepreload|icon)" href="([^"]+)"/g)].map(([, href = '']) => href),
    ]);
    deepEqual(
      loaded.filter((url) => !/^(?:\/docs\/|data:)/.test(url)),
      [],
    );
  });

  it('lists every page in its navigation and in llms.txt, and has its Markdown', () => {
    const listed = readFileSync(join(folder, 'llms.txt'), 'utf8');
    const sources = globSync('docs/{,console/,guides/,reference/}*.md', { cwd: root }).filter((path) => path !== 'docs/index.md');
    ok(sources.length > 20);
    deepEqual(
      sources.filter((path) => !listed.includes(`(/${path})`)),
      [],
    );
    for (const path of sources)
      equal(readFileSync(join(folder, path.slice('docs/'.length)), 'utf8'), readFileSync(join(root, path), 'utf8'));
  });

  it('shows a picture on every page about an area of the console', () => {
    const areas = globSync('docs/console/*.md', { cwd: root });
    ok(areas.length >= 7);
    for (const path of areas) {
      const page = readFileSync(join(folder, path.slice('docs/'.length).replace(/md$/, 'html')), 'utf8');
      const pictures = attributesOf(page, 'src').filter((source) => source.endsWith('.jpg'));
      ok(pictures.length > 0 && pictures.every((source) => addresses.has(source)), path);
      const dark = pictures.filter((source) => /-dark\.[^/]+$/.test(source));
      equal(dark.length * 2, pictures.length, path);
    }
  });

  it('loads and shows the picture that fits the theme', async function () {
    const executablePath = findBrowser();
    if (executablePath === undefined) this.skip();
    const site = await openSite(folder);
    const requested: string[] = [];
    const server = createServer(({ url = '' }, response) => {
      requested.push(url);
      const answer = site[url];
      if (answer) void answer(response);
      else response.writeHead(404).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    const pictures = () => requested.filter((url) => url.endsWith('.jpg')).map((url) => url.replace(/.*\/|\.[^/]*$/g, ''));
    try {
      for (const [colorScheme, name] of [['light', 'audit'] as const, ['dark', 'audit-dark'] as const]) {
        const page = await browser.newPage({ colorScheme });
        await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/docs/console/audit`);
        const shown = page.locator('.vp-doc img:visible');
        await shown.waitFor();
        equal(await shown.count(), 1);
        await shown.evaluate((image) => (image as unknown as { decode: () => Promise<void> }).decode());
        deepEqual(pictures(), [name]);
        requested.length = 0;
        await page.close();
      }
    } finally {
      await browser.close();
      server.closeAllConnections();
      server.close();
    }
  });

  it('contains no inline styles, and no unevaluated templates', () => {
    for (const { file, text } of pages()) ok(!/<[^>]+ style="/.test(text) && !text.includes('{{ '), file);
  });

  it('has an index for its search', () => ok(files.some((file) => /localSearchIndex/.test(file))));
}
