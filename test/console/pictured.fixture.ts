import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eventually } from '@signalbox/testing';
import type { BrowserContextOptions, Page, Request } from 'playwright-core';
import type { Product } from '../journeys/product.ts';
import { type ConsoleInBrowser, evaluate, openConsole, whenShown } from './console.fixture.ts';

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Higher than windows, so that pictures show what users scroll to. */
export const widths: Readonly<Record<'wide' | 'phone', BrowserContextOptions>> = {
  wide: { viewport: { width: 1280, height: 1280 } },
  phone: { viewport: { width: 390, height: 1280 }, hasTouch: true, isMobile: true },
};
export type Width = keyof typeof widths;

/** The browser's moment. The clock of the product advances by less than a second meanwhile. */
const now = '2031-01-15T12:31:30Z';
/** The moment of the sample data. */
export const sampledAt = new Date('2031-01-15T12:30:00Z');

const fixed: BrowserContextOptions = { timezoneId: 'UTC', locale: 'en-US', bypassCSP: true };

/** Starts the product with a clock that is the same in each run. */
export const openPictured = (suite: { readonly skip: () => never }): Promise<ConsoleInBrowser> =>
  openConsole(suite, { NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'slow-clock.ts')).href}` });

/** Resolves once each job has run. It then runs again only after `makeJobsDue`, so chance does not decide what it finds. */
export const whenJobsRan = ({ admin }: Product): Promise<unknown> =>
  eventually(async () => {
    const { body } = await admin.get('/metrics');
    const runs = String(body).match(/^signalbox_job_runs_total\{.*outcome="done".*$/gm) ?? [];
    return runs.length > 0 && runs.every((line) => !line.endsWith(' 0'));
  });

/** Advances the clock of the product by the interval of jobs that run often. */
export function makeJobsDue({ pids }: Product): void {
  for (const pid of pids().values()) process.kill(pid, 'SIGUSR2');
}

/** A page that shows the same in each run. */
export interface Pictured {
  readonly page: Page;
  /** Whether all requests have been answered, except for the stream of changes. */
  readonly isQuiet: () => boolean;
  /** Masks that have matched a text of this page. */
  readonly usedMasks: Set<string>;
}

/** Opens a page of this width whose clock stands still. Requests whose address contains `endless` are never answered. */
export async function openStill(
  open: (options: BrowserContextOptions) => Promise<Page>,
  width: Width,
  endless = '/changes/stream',
): Promise<Pictured> {
  const page = await open({ ...widths[width], ...fixed });
  await page.context().clock.setFixedTime(now);
  const pending = new Set<Request>();
  const isEndless = (request: Request) => ['/changes/stream', endless].some((part) => request.url().includes(part));
  page.on('request', (request) => !isEndless(request) && pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return { page, isQuiet: () => pending.size === 0, usedMasks: new Set() };
}

/** Texts that differ between runs, each with its replacement. Nothing else of a picture is masked. */
const masks: readonly (readonly [about: string, pattern: RegExp, instead: string])[] = [
  ['address of the product', /https?:\/\/(?:127\.0\.0\.1|localhost):\d+/g, 'https://signalbox.example'],
  [
    'seal of a change request',
    /\b[0-9a-f]{4}(?: [0-9a-f]{4}){7,}/g,
    '0000 1111 2222 3333 4444 5555 6666 7777 8888 9999 aaaa bbbb cccc dddd eeee',
  ],
  ['hash, secret or random id', /\b(?=[0-9a-f-]*\d)[0-9a-f]{6,}(?:-[0-9a-f]{4,})*\b/g, '000000000000'],
  ['last digits of a secret', /…[0-9a-f]{4}\b/g, '…0000'],
  ['what the audit log has verified and signed, and when', /to event [\d,]+ .*$/g, 'to event 000'],
  ['revision, which depends on how messages are batched', /revision [\d,]+/g, 'revision 000'],
];

export const maskNames: readonly string[] = masks.map(([about]) => about);

/** Masks the texts of the page, and returns the names of the masks that matched one. */
const maskScript = `(() => {
  const rules = ${JSON.stringify(masks.map(([about, { source, flags }, instead]) => [about, source, flags, instead]))}
    .map(([about, source, flags, instead]) => [about, new RegExp(source, flags), instead]);
  const used = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    // A sentence with values has several nodes.
    const nodes = [walker.currentNode];
    while (nodes.at(-1).nextSibling?.nodeType === Node.TEXT_NODE) nodes.push(walker.nextNode());
    const data = nodes.map((node) => node.data).join('');
    const text = rules.reduce((changed, [about, pattern, instead]) => {
      if (changed.search(pattern) >= 0) used.add(about);
      return changed.replaceAll(pattern, instead);
    }, data);
    if (text !== data) nodes.forEach((node, index) => (node.data = index === 0 ? text : ''));
  }
  return [...used];
})()`;

const require = createRequire(join(import.meta.dirname, '../../packages/console/package.json'));
const inter = readFileSync(require.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')).toString('base64');
/** One font for all text, so that pictures do not depend on the fonts of the machine. */
const oneFont = `
  @font-face { font-family: Pictured; font-weight: 100 900; src: url(data:font/woff2;base64,${inter}); }
  *, *::before, *::after { font-family: Pictured !important; }`;

/** Resolves once the page is complete, with the fixed font. */
export async function whenPicturable(page: Page): Promise<void> {
  await whenShown(page);
  await fixFont(page);
}

export async function fixFont(page: Page): Promise<void> {
  await page.addStyleTag({ content: oneFont });
  await evaluate(page, `document.fonts.load('16px Pictured')`);
}

const maxTries = 200;

/** Takes pictures until two in a row are the same and nothing is loading. */
export async function takePicture({ page, isQuiet, usedMasks }: Pictured, theme: Theme): Promise<Buffer> {
  await page.emulateMedia({ colorScheme: theme });
  let last: Buffer | null = null;
  for (let tries = 0; tries < maxTries; tries += 1) {
    for (const mask of await evaluate<string[]>(page, maskScript)) usedMasks.add(mask);
    const next = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    if (last !== null && isQuiet() && Buffer.compare(last, next) === 0) return next;
    last = isQuiet() ? next : null;
  }
  throw new Error(`${page.url()} never stands still.`);
}
