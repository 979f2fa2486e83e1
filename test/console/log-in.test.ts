import { deepEqual, equal, match } from 'node:assert/strict';
import { type ConsoleInBrowser, isWell, openConsole, violationsOf } from './console.fixture.ts';

describe('coming into the console', function () {
  this.timeout(120_000);
  let opened: ConsoleInBrowser;

  before(async function () {
    opened = await openConsole(this);
  });
  after(() => opened?.close());

  it('leads whoever is not logged in to the log-in, and then to where they were going', async () => {
    const page = await opened.visit('/projects?q=1');
    await page.waitForURL('**/login?to=**');
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password').fill(opened.product.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    match(page.url(), /\/projects\?q=1$/);
    isWell(page);
  });

  it('leads nowhere else after a log-in', async () => {
    const page = await opened.visit('/login?to=//elsewhere.example/');
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password').fill(opened.product.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Start' }).waitFor();
    equal(new URL(page.url()).origin, opened.product.url);
  });

  it('says why it is refused, and keeps what was typed', async () => {
    const page = await opened.visit('/login');
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').waitFor();
    equal(await page.getByLabel('User name').inputValue(), 'admin');
    deepEqual(await violationsOf(page), []);
  });

  it('keeps the page when the session ends, and goes on after another log-in', async () => {
    const page = await opened.logIn();
    await page.goto('/projects/default');
    await page.getByRole('button', { name: /New feature/ }).click();
    await page.getByLabel('Name', { exact: true }).fill('kept');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Create feature' }).click();
    await page.getByText('Log in again; your work is kept.').waitFor();
    equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'kept');
  });

  it('ends where somebody logs out', async () => {
    const page = await opened.logIn();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
    await page.goto('/projects');
    await page.waitForURL('**/login?to=**');
  });
});
