import { deepEqual, equal, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { findBrowser } from '@signalbox/testing/browser';
import { type Browser, chromium, type Page } from 'playwright-core';
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

  describe('in a browser', () => {
    let browser: Browser | undefined;
    let server: Server;
    let origin: string;
    const requested: string[] = [];
    before(async function () {
      const executablePath = findBrowser();
      if (executablePath === undefined) this.skip();
      const site = await openSite(folder);
      server = createServer(({ url = '' }, response) => {
        requested.push(url);
        const answer = site[url];
        if (answer) void answer(response);
        else response.writeHead(404).end();
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    });
    after(async () => {
      await browser?.close();
      server?.closeAllConnections();
      server?.close();
    });
    const open = async (path: string, colorScheme: 'light' | 'dark'): Promise<Page> => {
      const page = await (browser as Browser).newPage({ colorScheme, viewport: { width: 1280, height: 800 } });
      await page.goto(`${origin}/docs/${path}`);
      return page;
    };

    it('loads and shows the picture that fits the theme', async () => {
      const pictures = () => requested.filter((url) => url.endsWith('.jpg')).map((url) => url.replace(/.*\/|\.[^/]*$/g, ''));
      for (const [colorScheme, name] of [['light', 'audit'] as const, ['dark', 'audit-dark'] as const]) {
        requested.length = 0;
        const page = await open('console/audit', colorScheme);
        const shown = page.locator('.vp-doc img:visible');
        await shown.waitFor();
        equal(await shown.count(), 1);
        await shown.evaluate((image) => (image as unknown as { decode: () => Promise<void> }).decode());
        deepEqual(pictures(), [name]);
        await page.close();
      }
    });

    it('shows code without scrolling sideways, and guides also without breaking a line', async () => {
      for (const path of [
        'cli',
        'integrations',
        'release-plans',
        ...globSync('guides/*.md', { cwd: join(root, 'docs') }),
        'operate',
        'deployment',
      ]) {
        const page = await open(path.replace(/\.md$/, ''), 'light');
        await page.locator('.vp-doc pre').first().waitFor({ state: 'attached' });
        for (const tab of await page.locator('.vp-code-group .tabs label:last-of-type').all()) await tab.click();
        deepEqual(await page.evaluate(path === 'operate' || path === 'deployment' ? scrolled : broken), [], path);
        await page.close();
      }
    });
  });

  it('contains no inline styles, and no unevaluated templates', () => {
    for (const { file, text } of pages()) ok(!/<[^>]+ style="/.test(text) && !text.includes('{{ '), file);
  });

  it('has an index for its search', () => ok(files.some((file) => /localSearchIndex/.test(file))));
}

/** Code that is wider than its box. */
const scrolled = `[...document.querySelectorAll('.vp-doc pre')].filter((code) => code.scrollWidth > code.clientWidth).map((code) => code.innerText)`;
/** Lines of code that take more than one line. A line has a rectangle for each of its words, or one for all. */
const broken = `[...document.querySelectorAll('.vp-doc pre .line')]
  .filter((line) => new Set([...line.getClientRects()].map(({ top }) => top)).size > 1 && !line.innerText.includes('://'))
  .map((line) => line.innerText)`;
