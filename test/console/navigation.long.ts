import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, evaluate, isWell, openConsole, violationsOf, whenShown } from './console.fixture.ts';

const support = 'https://help.example/signalbox';
const frequent = ['Features', 'Change requests', 'Segments', 'Playground', 'Applications', 'Health', 'Audit', 'Project settings'];
const rare = ['Metrics', 'Release templates', 'Test users', 'Promote and import', 'Connect'];
const ofInstance = ['Start', 'Projects', 'Settings'];
/** Sections that the palette lists as a command. */
const paletteNames: Readonly<Record<string, string>> = { Health: '^Clean up features' };
/** Words of the bottom bar that do not fit into their entry. */
const cutWords = `[...document.querySelectorAll('nav :is(a, button)')].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length`;

describe('the navigation', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this, { SUPPORT_URL: support });
    page = await opened.logIn({ viewport: { width: 1440, height: 900 } });
  });
  after(() => opened?.close());
  beforeEach(async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/projects/default');
    await whenShown(page);
  });
  afterEach(() => isWell(page));

  const rail = () => page.getByRole('navigation', { name: 'Main' });
  const own = () => rail().getByRole('group', { name: 'Project' });
  const chooser = () => rail().getByRole('combobox', { name: 'Project' });
  const more = () => own().locator('summary');
  const link = (name: string) => rail().getByRole('link', { name, exact: true });
  const visible = async (selector: string) => {
    const texts = await rail().locator(selector).filter({ visible: true }).allInnerTexts();
    return texts.map((text) => text.trim());
  };

  it('shows at most nine entries of a project and four of the instance', async () => {
    const entries = await visible('[role=group] :is(a, summary)');
    deepEqual(entries, [...frequent, 'More']);
    ok(entries.length <= 9);
    const instance = await visible(':scope > a:not(:first-child)');
    deepEqual(instance, ofInstance);
    ok(instance.length <= 4);
    await page.goto('/');
    await whenShown(page);
    deepEqual(await visible('[role=group] :is(a, summary)'), [
      'Features',
      'Segments',
      'Playground',
      'Applications',
      'Audit',
      'Release templates',
    ]);
  });

  it('leads to each section with one click, or two if it is rarely needed', async () => {
    for (const name of [...frequent, ...ofInstance]) {
      await page.goto('/projects/default/segments');
      await link(name).click();
      await link(name).and(page.locator('[aria-current=page]')).waitFor();
    }
    for (const name of rare) {
      await page.goto('/projects/default');
      await more().click();
      await link(name).click();
      await link(name).and(page.locator('[aria-current=page]')).waitFor();
      await own().locator('details[open]').waitFor();
    }
    await link('Features').click();
    await link('Connect').waitFor({ state: 'hidden' });
  });

  it('opens rare sections by keyboard', async () => {
    await link('Project settings').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/projects/default/metrics');
  });

  it('finds each section in the palette', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    for (const name of [...frequent, ...ofInstance, 'Metrics', 'Release templates', 'Test users', 'Promote', 'Import', 'Connect']) {
      await page.getByRole('dialog').getByRole('combobox').fill(name);
      await page
        .getByRole('option', { name: new RegExp(paletteNames[name] ?? `^${name}`) })
        .first()
        .waitFor();
    }
    await page.keyboard.press('Escape');
  });

  it('has all other sections behind "More" on a phone, and a word below each icon', async () => {
    await page.setViewportSize({ width: 320, height: 780 });
    deepEqual(await visible('a, button'), ['Start', 'Features', 'Requests', 'Audit', 'More']);
    equal(await evaluate(page, cutWords), 0);
    await rail().getByRole('button', { name: 'More' }).click();
    const sheet = page.getByRole('dialog', { name: 'More' });
    for (const name of ['Segments', 'Playground', 'Applications', 'Health', 'Project settings', ...rare, 'Projects', 'Settings', 'Profile'])
      await sheet.getByRole('link', { name, exact: true }).waitFor();
    equal(await sheet.getByRole('link', { name: 'Support and feedback' }).getAttribute('href'), support);
    deepEqual(await violationsOf(page), []);
  });

  it('keeps the section when another project is chosen, if it exists there', async () => {
    await page.goto('/projects/default/segments');
    await chooser().selectOption('All projects');
    await page.waitForURL('**/segments');
    await chooser().selectOption('Default');
    await page.waitForURL('**/projects/default/segments');
    await page.goto('/projects/default/health');
    await chooser().selectOption('All projects');
    await page.waitForURL('**/projects');
  });

  it('has a menu with documentation, API, support, shortcuts and the version', async () => {
    await page.getByRole('banner').locator('summary[aria-label=Help]').click();
    const menu = page.getByRole('banner').locator('details[open]');
    const hrefs = { Documentation: '/docs', 'API reference': '/docs/openapi', 'Support and feedback': support };
    for (const [name, href] of Object.entries(hrefs)) {
      const found = menu.getByRole('link', { name });
      await found.waitFor();
      deepEqual([await found.getAttribute('href'), await found.getAttribute('target')], [href, '_blank']);
    }
    match(await menu.innerText(), /Signalbox \d+\.\d+\.\d+/);
    deepEqual(await violationsOf(page), []);
    await menu.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  });
});
