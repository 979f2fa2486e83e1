// Takes the pictures of the README and the documentation with sample data, in both themes, into docs/pictures.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ConsoleInBrowser, openConsole, whenShown } from './console.fixture.ts';
import { fillProduct } from './sample.fixture.ts';

const root = join(import.meta.dirname, '../..');
const wide = { width: 1280, height: 800 };
const narrower = { width: 1200, height: 720 };
const schemes = ['light', 'dark'] as const;

const question = encodeURIComponent(JSON.stringify({ environment: 'production', context: { userId: 'anna', country: 'NO' } }));
/**
 * The pictures of the documentation, in both themes: their pages, and a text to wait for. They are small, because the repository contains
 * them.
 */
const documented: Readonly<Record<string, readonly [path: string, text: string]>> = {
  start: ['/', 'Recently changed'],
  features: ['/projects/shop', 'loyalty-points'],
  feature: ['/projects/shop/features/express-pay?in=production', 'Gradual rollout'],
  release: ['/projects/shop/features/same-day-delivery?in=production', 'A quarter'],
  'change-request': ['/projects/shop/change-requests/1', 'Affected test users'],
  playground: [`/projects/shop/playground#${question}`, 'loyalty-points'],
  applications: ['/applications', 'shop-api'],
  audit: ['/audit', 'same-day-delivery'],
  settings: ['/settings/users', 'Invite user'],
};
const quality = 60;

const folder = join(root, 'docs/pictures');

async function takeAll({ logIn }: ConsoleInBrowser, colorScheme: (typeof schemes)[number]): Promise<void> {
  const browser = await logIn({ colorScheme });
  await browser.setViewportSize(wide);
  await browser.goto('/projects/shop');
  await whenShown(browser);
  await browser.screenshot({ path: join(folder, `features-${colorScheme}.png`) });
  await browser.setViewportSize(narrower);
  await mkdir(join(folder, 'console'), { recursive: true });
  for (const [name, [path, text]] of Object.entries(documented)) {
    await browser.goto(path);
    await browser.getByText(text).first().waitFor();
    await whenShown(browser);
    await browser.screenshot({
      path: join(folder, 'console', `${name}${colorScheme === 'dark' ? '-dark' : ''}.jpg`),
      type: 'jpeg',
      quality,
    });
  }
  await browser.context().close();
}

const opened = await openConsole({
  skip: () => {
    throw new Error('No Chromium is installed, and CHROMIUM names none.');
  },
});
try {
  await fillProduct(opened.product);
  for (const colorScheme of schemes) await takeAll(opened, colorScheme);
} finally {
  await opened.close();
}
