import { deepEqual, equal, ok } from 'node:assert/strict';
import { testEnvironment } from '@signalbox/testing';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, contentWidth, creating, evaluate, isWell, openConsole, violationsOf } from './console.fixture.ts';

const base = '/api/admin/projects/default';
const hostile = '<img src=x onerror=alert(1)>';
/** From the SDK test vectors: `groupX:999` is in bucket 25, `gr1:123` in bucket 73. */
const rollout = (groupId: string, share: string) => ({ rollout: share, stickiness: 'userId', groupId });
const fragmentOf = (question: object) => `#${encodeURIComponent(JSON.stringify(question))}`;

describe('the why page', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    const created = creating(opened.product);
    for (const name of ['express-pay', 'card-vault', 'elsewhere']) await created(`${base}/features`, { name, type: 'release' });
    await created('/api/admin/context', { name: 'country' });
    const constraints = [{ contextName: 'country', operator: 'IN', values: ['SE', hostile] }];
    const { id } = await created('/api/admin/segments', { name: 'north', constraints });
    const strategies = `${base}/features/express-pay/environments/production/strategies`;
    const variants = ['sheet', 'wallet'].map((name) => ({ name, weight: 500, weightType: 'variable', stickiness: 'userId' }));
    await created(strategies, { name: 'flexibleRollout', title: 'Pilot', parameters: rollout('gr1', '100'), constraints, segments: [id] });
    await created(strategies, { name: 'flexibleRollout', title: 'Half', parameters: rollout('gr1', '72'), variants });
    await created(strategies, { name: 'userWithId', title: 'Staff', disabled: true, parameters: { userIds: 's-1' } });
    await created(`${base}/features/card-vault/environments/production/strategies`, { name: 'default' });
    for (const name of ['express-pay', 'card-vault']) await created(`${base}/features/${name}/environments/production/on`);
    await created(`${base}/features/express-pay/dependencies`, { feature: 'card-vault' });
    await created(`${base}/personas`, { name: 'Berlin', context: { appName: 'shop', userId: '123', properties: { country: 'DE' } } });
    page = await opened.logIn({ permissions: ['clipboard-read', 'clipboard-write'] });
  });
  after(() => opened?.close());
  afterEach(() => isWell(page));

  const why = '/projects/default/features/express-pay/why';
  const verdict = (text: string) => page.getByRole('heading', { level: 2, name: text });
  const step = (text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text }).last();
  const visit = (context: object, more: object = {}) => page.goto(why + fragmentOf({ environment: 'production', context, ...more }));

  it('explains in three clicks from the list why a test user does not get a feature', async () => {
    await page.goto('/projects/default');
    await page.getByRole('link', { name: 'express-pay' }).click();
    await page.getByRole('link', { name: 'Berlin' }).click();
    await verdict('Off for this user').waitFor();
    await page.getByText('No strategy matches. Closest: strategy 2, Half (bucket 73 is outside the rollout of 1 to 72).').waitFor();
  });

  it('is usable by keyboard: E, an id, Enter', async () => {
    await page.goto('/projects/default/features/express-pay?in=production');
    await page.getByRole('heading', { level: 1, name: 'express-pay' }).waitFor();
    await page.keyboard.press('e');
    await page.waitForURL(`**${why}`);
    await page.getByLabel('userId').and(page.locator(':focus')).waitFor();
    await page.keyboard.insertText('123');
    await page.keyboard.press('Enter');
    await page.getByText('Closest: strategy 2, Half').waitFor();
  });

  it('shows every step with expected and actual values, including steps not evaluated', async () => {
    await visit({ userId: '123', country: 'DE' });
    await page.getByText('Turned on in production').waitFor();
    await step('card-vault').getByText('on', { exact: true }).waitFor();
    const segment = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByText('north', { exact: true }) })
      .last();
    await segment.getByText(hostile, { exact: true }).waitFor();
    await segment.getByText('DE', { exact: true }).waitFor();
    await step('Staff').getByRole('img', { name: 'not evaluated' }).first().waitFor();
    await page.getByText('Not evaluated: the strategy is turned off. It would not match.').waitFor();
  });

  it('shows the SDK bucket on a ruler, and the rollout that would include it', async () => {
    await visit({ userId: '123' });
    await page.getByRole('img', { name: 'Buckets 1 to 100: the rollout covers 1 to 72. This user is in bucket 73.' }).waitFor();
    await page.getByText('murmur3(“gr1:123”) mod 100 + 1 = 73').waitFor();
    await page.getByText('Included in rollouts of 73% or more.').waitFor();
  });

  it('shows the variant by its bucket among the weights', async () => {
    await visit({ userId: '7' });
    await verdict('On for this user').waitFor();
    await page.getByRole('img', { name: /Buckets 1 to 1000: the rollout covers (?:1 to 500|501 to 1000)\./ }).waitFor();
    await page.getByText(/Strategy 2, Half, matches\. Variant: (?:sheet|wallet)\./).waitFor();
  });

  it('copies a permalink that no server sees, and that reports elsewhere whether the feature has changed', async () => {
    await page.goto('/projects');
    await visit({ userId: '123', country: hostile });
    await verdict('On for this user').waitFor();
    await page.keyboard.press('y');
    await page.getByText(/^Permalink copied/).waitFor();
    const link = await evaluate<string>(page, 'navigator.clipboard.readText()');
    const [path = '', fragment = ''] = link.slice(opened.product.url.length).split('#');
    equal(path, why);
    ok(decodeURIComponent(fragment).includes('"userId":"123"'));
    const other = await opened.logIn();
    const urls: string[] = [];
    other.on('request', (request) => urls.push(request.url()));
    await other.goto(path + `#${fragment}`);
    await other.getByText(/^The feature has not changed since this link was created at revision \d+, when the result was on\.$/).waitFor();
    ok(urls.every((url) => !url.includes('userId')));
    const off = `${base}/features/express-pay/environments/production/off`;
    equal((await opened.product.admin.post(off)).status, 200);
    await other.reload();
    await other.getByText(/^The feature has changed since this link was created at revision \d+, when the result was on\.$/).waitFor();
    await other.getByRole('heading', { level: 2, name: 'Off for this user' }).waitFor();
    await other.getByText('It is turned off in production.').first().waitFor();
    equal((await opened.product.admin.post(off.replace(/off$/, 'on'))).status, 200);
    isWell(other);
    await other.context().close();
  });

  it('reports that earlier changes are not tracked', async () => {
    await visit({ userId: '123' }, { revision: 999_999 });
    await page.getByText(/so the feature may have changed since/).waitFor();
  });

  it('adds the user to the list of the strategy that lacks only this user, with the editor', async () => {
    const strategies = `${base}/features/elsewhere/environments/development/strategies`;
    const constraints = [{ contextName: 'userId', operator: 'IN', values: ['1'] }];
    const { admin } = opened.product;
    equal(
      (await admin.post(strategies, { name: 'flexibleRollout', title: 'Testers', parameters: rollout('gr1', '100'), constraints })).status,
      200,
    );
    equal((await admin.post(`${base}/features/elsewhere/environments/development/on`)).status, 200);
    await page.goto(`/projects/default/features/elsewhere/why${fragmentOf({ environment: 'development', context: { userId: '2' } })}`);
    await page.getByRole('button', { name: 'Add this user…' }).click();
    const editor = page.getByRole('form', { name: 'Edit Testers' });
    await editor.getByText('userId is one of 1, 2').waitFor();
    await editor.getByRole('button', { name: 'Save strategy' }).click();
    await page.getByText('Saved Testers in development.').waitFor();
    deepEqual((await admin.get(strategies)).body[0].constraints[0].values, ['1', '2']);
    await page.goto(`/projects/default/features/elsewhere/why${fragmentOf({ environment: 'development', context: { userId: '2' } })}`);
    await verdict('On for this user').waitFor();
    equal(await page.getByRole('button', { name: 'Add this user…' }).count(), 0);
  });

  it('takes values literally, including commas', async () => {
    await visit({ userId: `a,b ${hostile}`, country: hostile });
    await verdict('On for this user').waitFor();
    await page.getByText('Strategy 1, Pilot, matches.').waitFor();
    equal(await page.locator('main img').count(), 0);
  });

  it('shows an error next to its field, and keeps working', async () => {
    await visit({ userId: '123', currentTime: 'tomorrow' });
    await page.getByRole('alert').first().waitFor();
    await page.getByLabel('Time').waitFor();
    await page.getByRole('link', { name: 'Who gets it' }).waitFor();
  });

  it('sends no request for an invalid question', async () => {
    await page.goto('/projects');
    await page.goto(`${why}#%7B%22environment%22%3A7`);
    await page.getByRole('heading', { level: 2, name: 'Why does someone get it, or not?' }).waitFor();
  });

  if (testEnvironment.way === 'distributed') {
    it('reports that the playground is unavailable while the rest works', async () => {
      const { processes } = opened.product;
      const playground = processes?.services.get('playground');
      await playground?.stop('SIGKILL');
      await visit({ userId: 'away' });
      await page.getByRole('button', { name: 'Try again' }).first().waitFor({ timeout: 60_000 });
      await page.getByRole('heading', { level: 1, name: 'express-pay' }).waitFor();
      equal(await page.getByLabel('userId').inputValue(), 'away');
      playground?.start();
      await processes?.whenReady(30_000);
      // The page may have recovered without the button.
      const found = page.getByRole('heading', { level: 2, name: /for this user/ });
      await found
        .or(page.getByRole('button', { name: 'Try again' }))
        .first()
        .click();
      await found.waitFor();
    });
  }

  describe('and the playground', () => {
    const playground = '/projects/default/playground';

    it('starts with a test user, and evaluates every feature', async () => {
      await page.goto(playground);
      await page.getByRole('link', { name: 'elsewhere' }).waitFor();
      equal(await page.getByLabel('userId').inputValue(), '123');
      await page.getByText('3 of 3 features').waitFor();
    });

    it('lists only differences between two environments, and links to why', async () => {
      await page.goto(playground + fragmentOf({ environment: 'production', context: { userId: '7' } }));
      await page.getByLabel('Compare with').selectOption('environment: development');
      await page.getByText('2 differ, 3 of 3 compared').waitFor();
      await page.getByRole('link', { name: 'elsewhere' }).waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'express-pay', exact: true }).click();
      await verdict('On for this user').waitFor();
    });

    it('remembers the last context in this tab', async () => {
      await page.goto('/playground');
      await page.getByRole('link', { name: 'express-pay', exact: true }).waitFor();
      equal(await page.getByLabel('userId').inputValue(), '7');
    });

    it('fetches page by page, and renders only visible rows', async () => {
      const { admin } = opened.product;
      for (let index = 0; index < 120; index += 1)
        equal((await admin.post(`${base}/features`, { name: `many-${index}`, type: 'release' })).status, 201);
      await page.goto(playground + fragmentOf({ environment: 'production', context: { userId: '7' } }));
      await page.getByText('123 of 123 features').or(page.getByText('100 of 123 features')).waitFor();
      ok((await page.getByRole('main').getByRole('row').count()) < 60);
    });
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1360, 800, 360]) {
      it(`is accessible in ${colorScheme} at ${width} pixels and scrolls in one direction, including the playground`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await visit({ userId: '123', country: 'DE' }, { revision: 1, wasOn: true });
        await page.getByText('Included in rollouts of 73% or more.').waitFor();
        await page.getByRole('heading', { level: 2, name: 'Same user in other environments' }).waitFor();
        deepEqual(await violationsOf(page), []);
        ok((await contentWidth(page)) <= width);
        await page.goto('/projects/default/playground');
        await page.getByRole('link', { name: 'card-vault', exact: true }).waitFor();
        deepEqual(await violationsOf(page), []);
        ok((await contentWidth(page)) <= width);
      });
    }
  }
});
