// Measures the cost of the console in a browser (Chromium). Run it with `npm run suite -- bench-console`; --features sets the size of the
// project. It prints each figure with its budget, and the load of the machine, because it affects all figures. slow-network.ts has
// those of a slow network. start.ts measures the cost of the console on start.

import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { bundleConsole } from '@signalbox/console';
import type { Page } from 'playwright-core';
import { readAmount } from '../../tools/testing/read-amount.ts';
import { openConsole, whenShown } from '../console/console.fixture.ts';
import { logInTo } from '../console/sample.fixture.ts';
import { figureOf } from './administration/figures.ts';
import { project, nameOf, seed } from './administration/seed.ts';
import { type Figure, measureSlowNetwork } from './slow-network.ts';

const rounds = 5;
const kilobyte = 1000;
const { values } = parseArgs({ options: { features: { type: 'string', default: '10000' } } });
const size = readAmount(values, 'features');
const median = (times: readonly number[]) => figureOf(times).median;

async function inBrowser(): Promise<readonly Figure[]> {
  const opened = await openConsole({
    skip: () => {
      throw new Error('Chromium is not installed, and CHROMIUM is not set.');
    },
  });
  try {
    await seed(await logInTo(opened.product), size, (sentence) => console.error(sentence));
    const started: number[] = [];
    const compared: number[] = [];
    const cold: number[] = [];
    const warm: number[] = [];
    const switched: number[] = [];
    const scrolled: number[] = [];
    const found: number[] = [];
    const tasks: number[] = [];
    let firstPage = 0;
    for (let round = 0; round < rounds; round += 1) {
      const page = await opened.logIn({ viewport: { width: 1360, height: 800 } });
      await page.addInitScript(noteTimes);
      const client = await page.context().newCDPSession(page);
      await client.send('Network.clearBrowserCache');
      await page.goto('/');
      started.push(await timeShown(page));
      await client.send('Network.clearBrowserCache');
      const loaded = listenToScripts(page);
      await page.goto(`/projects/${project}`);
      cold.push(await readTime(page, 'rows'));
      firstPage = loaded();
      await page.reload();
      warm.push(await readTime(page, 'rows'));
      switched.push(await timeSwitch(page));
      scrolled.push(await timeScrolling(page));
      found.push(await timeFilter(page));
      tasks.push(await readTime(page, 'longestTask'));
      await page.goto(`/projects/${project}/promote?from=development&to=production`);
      compared.push(await timeShown(page));
      await page.context().close();
    }
    return [
      { title: 'start page, cold', value: median(started), budget: 1000, unit: 'ms' },
      { title: 'list visible, cold', value: median(cold), budget: 600, unit: 'ms' },
      { title: 'list visible, warm', value: median(warm), budget: 200, unit: 'ms' },
      { title: 'all differences of two environments', value: median(compared), budget: 1000, unit: 'ms' },
      { title: 'switch paints', value: median(switched), budget: 50, unit: 'ms' },
      { title: 'scrolling, 95 % of the frames', value: median(scrolled), budget: 20, unit: 'ms' },
      { title: 'typing to result', value: median(found), budget: 250, unit: 'ms' },
      { title: 'longest task', value: median(tasks), budget: 100, unit: 'ms' },
      { title: 'JavaScript of the first page, compressed', value: firstPage / kilobyte, budget: 120, unit: 'kB' },
      ...(await measureSlowNetwork(opened)),
    ];
  } finally {
    await opened.close();
  }
}

/** In the page: time of the first painted rows, and the longest task so far. */
const noteTimes = `
  window.times = { rows: 0, longestTask: 0 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.times.longestTask = Math.max(window.times.longestTask, duration);
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    if (document.querySelector('main table tbody [role=switch]')) requestAnimationFrame(() => { window.times.rows = performance.now(); });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);`;

const evaluate = (page: Page, script: string) =>
  (page as unknown as { readonly evaluate: (script: string) => Promise<unknown> }).evaluate(script);

async function readTime(page: Page, name: 'rows' | 'longestTask'): Promise<number> {
  await page.locator('main table tbody [role=switch]').first().waitFor({ state: 'attached' });
  await evaluate(page, 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  return Number(await evaluate(page, `window.times.${name}`));
}

/** Time until nothing of the page is loading. */
async function timeShown(page: Page): Promise<number> {
  await page.locator('main section').first().waitFor();
  await whenShown(page);
  return Number(await evaluate(page, 'performance.now()'));
}

/** Sums the transferred size of the scripts that a page loads. */
function listenToScripts(page: Page): () => number {
  let sum = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) sum += Number(response.headers()['content-length'] ?? 0);
  });
  return () => sum;
}

/** Time from the press on a switch to the frame with the new state. */
const timeSwitch = async (page: Page): Promise<number> =>
  Number(
    await evaluate(
      page,
      `new Promise((done) => {
        const element = document.querySelector('main table tbody [role=switch][aria-checked=false]');
        const begun = performance.now();
        new MutationObserver(() => requestAnimationFrame(() => done(performance.now() - begun)))
          .observe(element, { attributes: true, attributeFilter: ['aria-checked'] });
        element.click();
      })`,
    ),
  );

/** 95 % of the frames take at most this time while the list scrolls by 48,000 pixels, 400 in each frame. */
const timeScrolling = async (page: Page): Promise<number> =>
  Number(
    await evaluate(
      page,
      `new Promise((done) => {
        const frames = [];
        let before = performance.now();
        const step = (now) => {
          frames.push(now - before);
          before = now;
          scrollBy(0, 400);
          if (frames.length < 120) requestAnimationFrame(step);
          else done(frames.sort((one, other) => one - other)[Math.floor(frames.length * 0.95)]);
        };
        requestAnimationFrame(step);
      })`,
    ),
  );

/** Time from the last typed letter to the frame with only the matching row. */
async function timeFilter(page: Page): Promise<number> {
  const name = nameOf(size - 1);
  const measuring = evaluate(
    page,
    `new Promise((done) => {
      let begun = 0;
      addEventListener('input', () => { begun = performance.now(); }, true);
      const look = () => {
        const rows = [...document.querySelectorAll('main table tbody tr')].filter((row) => row.querySelector('[role=switch]'));
        if (begun && rows.length === 1 && rows[0].textContent.includes('${name}')) done(performance.now() - begun);
        else requestAnimationFrame(look);
      };
      look();
    })`,
  );
  const typing = page.getByLabel('Filter by name, description or tag').pressSequentially(name, { delay: 20 });
  const [measured] = await Promise.all([measuring, typing]);
  return Number(measured);
}

async function ofScripts(): Promise<Figure> {
  const { assets } = await bundleConsole();
  const scripts = [...assets].filter(([path]) => path.endsWith('.js')).reduce((sum, [, { gzip }]) => sum + gzip.length, 0);
  return { title: 'all JavaScript, gzip', value: scripts / kilobyte, budget: 350, unit: 'kB' };
}

function print(rows: readonly Figure[]): void {
  console.log(`\n${size} features, median of ${rounds} rounds; load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores\n`);
  for (const { title, value, budget, unit } of rows) {
    const reported = `${Number(value.toPrecision(4))} ${unit}`.padStart(12);
    console.log(`${title.padEnd(44)} ${reported}  budget ${`${budget} ${unit}`.padStart(7)}  ${value <= budget ? 'pass' : 'MISS'}`);
  }
}

print([...(await inBrowser()), await ofScripts()]);
