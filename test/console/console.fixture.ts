import { deepEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findBrowser } from '@signalbox/testing/browser';
import { type Product, startProduct } from '../journeys/product.ts';

interface Account {
  readonly username: string;
  readonly password: string;
}

/** The running product with a browser. */
export interface ConsoleInBrowser {
  readonly product: Product;
  /** Opens a new browser context, logged in as the first administrator. */
  readonly logIn: (options?: BrowserContextOptions) => Promise<Page>;
  /** Opens a new browser context, logged in as this user. */
  readonly logInAs: (user: Account, options?: BrowserContextOptions) => Promise<Page>;
  /** Opens a new browser context without a session. */
  readonly visit: (path: string, options?: BrowserContextOptions) => Promise<Page>;
  close(): Promise<void>;
}

// Prevents requests to hosts of the browser vendor, which test machines cannot reach.
const quiet = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Starts the product and a browser. Skips the suite if no browser is installed. */
export async function openConsole(
  suite: { readonly skip: () => never },
  settings: Readonly<Record<string, string>> = {},
): Promise<ConsoleInBrowser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) return suite.skip();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...quiet] });
  const product = await startProduct({ CONSOLE: 'on', ...settings });
  const visit: ConsoleInBrowser['visit'] = async (path, options = {}) => {
    const page = await openPage(browser, product, options);
    await page.goto(path);
    return page;
  };
  const logInAs: ConsoleInBrowser['logInAs'] = async ({ username, password }, options) => {
    const page = await visit('/login', options);
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
    return page;
  };
  return {
    product,
    visit,
    logInAs,
    logIn: (options) => logInAs({ username: 'admin', password: product.password }, options),
    async close() {
      await browser.close();
      await product.close();
    },
  };
}

/** Returns a function that sends POST requests, which must succeed, and returns the body of the response. */
export const creating =
  ({ admin }: Product) =>
  async (path: string, body?: object) => {
    const answer = await admin.post(path, body);
    ok(answer.status < 300, `${path} ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

/** Creates the feature `express-pay`, with a strategy in development. */
export async function createPilot(product: Product): Promise<void> {
  const created = creating(product);
  const features = '/api/admin/projects/default/features';
  await created(features, { name: 'express-pay', type: 'release' });
  const parameters = { rollout: '25', stickiness: 'default', groupId: 'express-pay' };
  await created(`${features}/express-pay/environments/development/strategies`, { name: 'flexibleRollout', title: 'Pilot', parameters });
}

const complaints = new WeakMap<BrowserContext, string[]>();

async function openPage(browser: Browser, { url }: Product, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', ...options });
  const found: string[] = [];
  complaints.set(context, found);
  const page = await context.newPage();
  page.on('pageerror', (error) => found.push(`error: ${error.message}`));
  page.on('console', (message) => /Content Security Policy|Trusted/.test(message.text()) && found.push(`policy: ${message.text()}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) found.push(`asks elsewhere: ${request.url()}`);
  });
  return page;
}

/** Asserts that there were no errors, no policy violations and no requests to other hosts. */
export const isWell = (page: Page): void => deepEqual(complaints.get(page.context()), []);

interface Evaluating {
  readonly evaluate: (script: string) => Promise<unknown>;
}

/** Returns the result of a script in the page. */
export const evaluate = <T = unknown>(page: Page, script: string): Promise<T> =>
  (page as unknown as Evaluating).evaluate(script) as Promise<T>;

/** Width of the page's content in pixels: more than the window's if the page scrolls sideways. */
export const contentWidth = (page: Page): Promise<number> => evaluate(page, 'document.documentElement.scrollWidth');

/** Names the innermost elements that exceed the width. */
export const widestOf = async (page: Page, width: number): Promise<string> =>
  String(
    await evaluate(
      page,
      `[...document.querySelectorAll('body *')]
        .filter((element) => element.getBoundingClientRect().right > ${width + 1})
        .filter((element, _, all) => !all.some((other) => other !== element && element.contains(other)))
        .slice(0, 3).map((element) => element.outerHTML.slice(0, 100)).join(' | ')`,
    ),
  );

/** Resolves once the page has a title and nothing is loading. */
export async function whenShown(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
  await evaluate(page, 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

/** Chooses an action from the menu of a row. */
export async function chooseAction(page: Page, of: string | RegExp, action: string): Promise<void> {
  const menu = page.getByRole('row').filter({ hasText: of }).locator('details');
  await menu.locator('summary').click();
  await menu.getByRole('button', { name: action, exact: true }).click();
}

/** Accessibility violations found by axe: rule and places. Checks all rules, or the given ones. */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await evaluate(page, 'Boolean(window.axe)'))) await evaluate(page, axe);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const { violations } = await evaluate<AxeAnswer>(page, `axe.run(document, ${JSON.stringify(options)})`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}

interface AxeAnswer {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}
