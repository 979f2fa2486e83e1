// Takes pictures of every page with sample data in both themes: `npm run suite -- pictures FOLDER`. Without a folder, takes only
// those of the README and the documentation, into docs/pictures.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ConsoleInBrowser, openConsole, whenShown } from './console.fixture.ts';
import { type ConsolePage, consolePages } from './pages.ts';
import { fillProduct } from './sample.fixture.ts';

const root = join(import.meta.dirname, '../..');
const wide = { width: 1280, height: 800 };
const phone = { width: 360, height: 780 };
const narrower = { width: 1200, height: 720 };
const schemes = ['light', 'dark'] as const;
/** The first picture of the README. */
const first = 'features';

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

const given = process.argv[2];
const folder = given ?? join(root, 'docs/pictures');
const pages = consolePages.filter(({ name }) => given !== undefined || name === first);
async function takeAll({ logIn, visit }: ConsoleInBrowser, colorScheme: (typeof schemes)[number]): Promise<void> {
  const inside = await logIn({ colorScheme });
  const outside = await visit('/login', { colorScheme });
  for (const each of pages) {
    const browser = each.isOutside ? outside : inside;
    for (const [size, suffix] of sizesOf(each)) {
      await browser.setViewportSize(size);
      await browser.goto(each.path);
      await whenShown(browser);
      await browser.screenshot({ path: join(folder, `${each.name}${suffix}-${colorScheme}.png`) });
    }
  }
  await inside.context().close();
  await outside.context().close();
}

async function takeDocumented({ logIn }: ConsoleInBrowser, colorScheme: (typeof schemes)[number]): Promise<void> {
  const browser = await logIn({ colorScheme });
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

const sizesOf = ({ onPhone = false }: ConsolePage) =>
  [[wide, ''] as const, [phone, '-phone'] as const].slice(0, onPhone && given !== undefined ? 2 : 1);

await mkdir(folder, { recursive: true });
const opened = await openConsole({
  skip: () => {
    throw new Error('No Chromium is installed, and CHROMIUM names none.');
  },
});
try {
  await fillProduct(opened.product);
  for (const colorScheme of schemes) await takeAll(opened, colorScheme);
  if (given === undefined) for (const colorScheme of schemes) await takeDocumented(opened, colorScheme);
} finally {
  await opened.close();
}
