import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { CDPSession, Page } from 'playwright-core';
import { type ConsoleInBrowser, evaluate, whenShown } from '../console/console.fixture.ts';

export interface Figure {
  readonly title: string;
  readonly value: number;
  readonly budget: number;
  readonly unit: string;
}

const kilobyte = 1000;
const phone = { viewport: { width: 390, height: 844 } };
/** "Slow 3G" of WebPageTest: 400 kbit/s, 400 ms for each round trip. */
const slow3g = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** In the page: times in milliseconds, and the sum of all layout shifts. */
const noteShifts = `
  window.seen = { usable: 0, shift: 0 };
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.seen.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    if (document.querySelector('main section')?.checkVisibility() && !document.querySelector('main [aria-label=Loading]'))
      window.seen.usable = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);`;

interface Seen {
  readonly paint: number;
  readonly usable: number;
  readonly shift: number;
}

/** The start page on slow 3G with an empty cache, and the scripts and styles of an emergency on a phone. */
export async function measureSlowNetwork({ logIn }: ConsoleInBrowser): Promise<readonly Figure[]> {
  const page = await logIn(phone);
  await page.addInitScript(noteShifts);
  await page.goto('about:blank');
  const client = await page.context().newCDPSession(page);
  await client.send('Network.clearBrowserCache');
  const start = await countOf(client);
  await client.send('Network.emulateNetworkConditions', slow3g);
  await page.goto('/');
  await whenShown(page);
  await start.whenIdle();
  await whenShown(page);
  const seen = await evaluate<Seen>(page, "({ ...seen, paint: performance.getEntriesByName('first-paint')[0]?.startTime ?? Infinity })");
  await page.context().close();
  const files = await filesOfPhonePath(await logIn(phone));
  return [
    { title: 'start on slow 3G, first paint', value: seen.paint, budget: 1000, unit: 'ms' },
    { title: 'start on slow 3G, usable', value: seen.usable, budget: 4000, unit: 'ms' },
    { title: 'start on slow 3G, layout shift (CLS)', value: seen.shift, budget: 0.05, unit: '' },
    { title: 'start, requests', value: start.requests(), budget: 15, unit: '' },
    { title: 'start, all responses', value: start.bytes() / kilobyte, budget: 100, unit: 'kB' },
    { title: 'scripts and styles of the phone path, Brotli', value: files / kilobyte, budget: 60, unit: 'kB' },
  ];
}

/** Counts requests to the server, and the transferred bytes of responses that have ended. */
async function countOf(client: CDPSession) {
  let bytes = 0;
  let requests = 0;
  const pending = new Set<string>();
  let wake = () => {};
  const end = (id: string) => {
    pending.delete(id);
    if (pending.size === 0) wake();
  };
  await client.send('Network.enable');
  client.on('Network.requestWillBeSent', ({ requestId, request: { url } }) => {
    if (!url.startsWith('http')) return;
    requests += 1;
    // The stream of changes does not end.
    if (!new URL(url).pathname.endsWith('/stream')) pending.add(requestId);
  });
  client.on('Network.loadingFailed', ({ requestId }) => end(requestId));
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    end(requestId);
  });
  return {
    requests: () => requests,
    bytes: () => bytes,
    /** Resolves once no response is pending. */
    whenIdle: () => new Promise<void>((resolve) => (pending.size === 0 ? resolve() : (wake = resolve))),
  };
}

/** From the start page to a feature that is turned off: bytes of all scripts and styles, compressed as releases serve them. */
async function filesOfPhonePath(page: Page): Promise<number> {
  const files = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    if (/\.(?:js|css)$/.test(response.url())) files.set(response.url(), response.body().then(promisify(brotliCompress)));
  });
  await page.goto('/');
  await whenShown(page);
  const turnOff = page.getByRole('button', { name: /^Turn off: / });
  await turnOff.first().click();
  await page.getByRole('button', { name: 'Turn off now' }).click();
  await page.getByText(/^Served to clients at/).waitFor();
  const bytes = await Promise.all(files.values());
  await page.context().close();
  return bytes.reduce((sum, { length }) => sum + length, 0);
}
