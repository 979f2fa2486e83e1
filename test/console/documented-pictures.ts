// Takes the pictures of the README and the documentation with sample data, in both themes, into docs/pictures.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, openConsole, whenShown } from './console.fixture.ts';
import { fillInRealSize } from './real-size.fixture.ts';
import { fillProduct } from './sample.fixture.ts';

const root = join(import.meta.dirname, '../..');
const wide = { width: 1280, height: 800 };
const narrower = { width: 1200, height: 720 };
const phone = { width: 390, height: 844 };
const schemes = ['light', 'dark'] as const;

const question = encodeURIComponent(JSON.stringify({ environment: 'production', context: { userId: 'anna', country: 'NO' } }));
type Pictures = Readonly<Record<string, readonly [path: string, text: string, size?: typeof narrower]>>;

/**
 * The pictures of the documentation, in both themes: their pages, and a text to wait for and to scroll to. They are small, because the
 * repository contains them.
 */
const documented: Pictures = {
  start: ['/', 'Recently changed'],
  features: ['/projects/shop', 'loyalty-points'],
  feature: ['/projects/shop/features/express-pay?in=production', 'Gradual rollout'],
  release: ['/projects/shop/features/same-day-delivery?in=production', 'Release plan: Careful'],
  'change-request': ['/projects/shop/change-requests/1', 'Affected test users'],
  playground: [`/projects/shop/playground#${question}`, 'loyalty-points'],
  applications: ['/applications', 'shop-api'],
  audit: ['/audit', 'same-day-delivery'],
  settings: ['/settings/users', 'Invite user'],
  connect: ['/projects/shop/connect', 'unleash-client'],
  insights: ['/projects/shop/insights', 'Insights'],
  metrics: ['/projects/shop/metrics?in=production', 'checkout_error_percent'],
  integrations: ['/settings/webhooks', 'Webhooks'],
  phone: ['/projects/shop/features/express-pay?in=production', 'Gradual rollout', phone],
  promote: ['/projects/shop/promote?from=staging&to=production', 'express-pay'],
  rules: ['/projects/shop/settings', 'Require a description'],
  'sign-on': ['/settings/sign-on', 'OpenID Connect'],
};
/** Pictures of an instance with 39 environments. */
const documentedInRealSize: Pictures = {
  'feature-39-environments': ['/projects/shop/features/express-pay?in=production', 'Gradual rollout'],
};
const quality = 60;

const folder = join(root, 'docs/pictures');

async function open({ logIn }: ConsoleInBrowser, colorScheme: (typeof schemes)[number]): Promise<Page> {
  const browser = await logIn({ colorScheme });
  await browser.setViewportSize(wide);
  await browser.goto('/projects/shop');
  await whenShown(browser);
  return browser;
}

async function takeAll(browser: Page, pictures: Pictures, isDark: boolean): Promise<void> {
  for (const [name, [path, text, size = narrower]] of Object.entries(pictures)) {
    await browser.setViewportSize(size);
    await browser.goto(path);
    const found = browser.getByText(text).first();
    await found.waitFor();
    await found.scrollIntoViewIfNeeded();
    await whenShown(browser);
    await browser.screenshot({ path: join(folder, 'console', `${name}${isDark ? '-dark' : ''}.jpg`), type: 'jpeg', quality });
  }
}

/** Fills a product, and takes pictures of it in both themes; also those of the README. */
async function takeOf(fill: (product: ConsoleInBrowser['product']) => Promise<void>, pictures: Pictures, isReadme: boolean): Promise<void> {
  const opened = await openConsole({
    skip: () => {
      throw new Error('No Chromium is installed, and CHROMIUM names none.');
    },
  });
  try {
    await fill(opened.product);
    for (const scheme of schemes) {
      const browser = await open(opened, scheme);
      if (isReadme) await browser.screenshot({ path: join(folder, `features-${scheme}.png`) });
      await takeAll(browser, pictures, scheme === 'dark');
      await browser.context().close();
    }
  } finally {
    await opened.close();
  }
}

await mkdir(join(folder, 'console'), { recursive: true });
await takeOf(fillProduct, documented, true);
await takeOf(fillInRealSize, documentedInRealSize, false);
