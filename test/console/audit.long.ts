import { deepEqual, equal, ok } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, isWell, openConsole, violationsOf, whenShown } from './console.fixture.ts';
import { fillProduct } from './sample.fixture.ts';

const features = '/api/admin/projects/default/features';
const hostile = '<img src=x onerror=alert(1)>';

describe('the audit page', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    const { admin } = opened.product;
    for (const name of ['express-pay', 'card-vault'])
      equal((await admin.post(features, { name, type: 'release', description: hostile })).status, 201);
    equal((await admin.post(`${features}/express-pay/environments/development/on`)).status, 200);
    await eventually(async () => {
      const { body } = await admin.get('/api/admin/search/events?type=IS:feature-environment-enabled');
      equal(body.total, 1);
    });
    page = await opened.logIn();
  });
  after(() => opened?.close());
  afterEach(() => isWell(page));

  const line = (text: string) => page.getByRole('listitem').filter({ hasText: text });

  it('shows actor, action and feature', async () => {
    await page.goto('/audit');
    await line('in development').filter({ hasText: 'express-pay' }).waitFor();
    await line('created').first().waitFor();
  });

  it('shows the last verified event and the time of verification', async () => {
    const path = '/api/admin/audit/verify';
    const { body } = await opened.product.admin.get(path);
    ok(body.verified);
    await page.goto('/audit');
    const proof = page.getByText(/^Verified to event [\d,]+ · checked (?:just now|\d+ (?:s|min) ago)$/);
    await proof.waitFor();
    const shown = Number((await proof.innerText()).replace(/^\D+([\d,]+).*$/, '$1').replaceAll(',', ''));
    ok(shown >= body.to, `${shown}, though ${body.to} events were verified`);
    await proof.click();
    await page.getByRole('button', { name: 'Verify now' }).click();
    await page.getByText(/^Verified [\d,]+ events and \d+ checkpoints? now\.$/).waitFor();
    deepEqual(await violationsOf(page), []);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download proof' }).click()]);
    equal(download.suggestedFilename(), 'audit-checkpoints.json');
    await page.keyboard.press('Escape');
  });

  it('filters by type, and by project within a project', async () => {
    await page.goto('/projects/default/audit');
    await page.getByRole('searchbox').fill('type:feature-created feature:card-vault');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove filter type:feature-created' }).waitFor();
    await page.waitForURL('**/audit?q=**');
    await line('express-pay').first().waitFor({ state: 'detached' });
    await line('created').waitFor();
  });

  it('undoes an event after a preview', async () => {
    await page.goto('/audit?q=type:feature-environment-enabled');
    await line('turned on').getByRole('button').click();
    await page.getByRole('button', { name: 'Undo change' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const { body } = await opened.product.admin.get(`${features}/express-pay`);
    ok(body.environments.every(({ enabled }: { enabled: boolean }) => !enabled));
  });

  it('finds events of the past hour by author, and events of one request', async () => {
    for (const [filter, count] of [
      ['by:eve last:1h', 0],
      ['by:admin last:1h in:development', 1],
    ] as const) {
      await page.goto(`/audit?q=${encodeURIComponent(filter)}`);
      await page.getByText('Nothing matches').or(line('turned off')).waitFor();
      equal(await line('turned off').count(), count);
    }
    await page.goto('/audit');
    await line('created')
      .first()
      .getByRole('link', { name: /^Event/ })
      .click();
    await page.getByRole('heading', { level: 1, name: /^Event \d+$/ }).waitFor();
    await page.getByText(hostile).first().waitFor();
    deepEqual(await violationsOf(page), []);
    await page.getByRole('link', { name: 'All events of this request' }).click();
    await page.waitForURL('**/audit?q=group**');
    await line('created').waitFor();
    equal(await line('created').count(), 1);
  });

  it('shows old and new values of an event, with its local and UTC time', async () => {
    const path = `${features}/express-pay`;
    equal((await opened.product.admin.put(path, { type: 'release', description: 'Clear words' })).status, 200);
    await page.goto('/audit?q=type:feature-metadata-updated');
    await line('express-pay')
      .first()
      .getByRole('link', { name: /^Event/ })
      .click();
    await page.locator('dd').filter({ hasText: 'Clear words' }).locator('del', { hasText: hostile }).waitFor();
    await page.getByText(/^\w{3} \d+, \d{4}, \d\d:\d\d:\d\d local time · \w{3} \d+, \d{4}, \d\d:\d\d:\d\d UTC$/).waitFor();
  });

  it('reports an unknown event', async () => {
    for (const id of ['999999', 'nothing', '../x']) {
      await page.goto(`/audit/${encodeURIComponent(id)}`);
      await page.getByText('doesn’t exist').waitFor();
    }
  });

  it('exports the filtered events', async () => {
    await page.goto('/audit?q=type:feature-created');
    const href = (await page.getByRole('link', { name: 'Export NDJSON' }).getAttribute('href')) ?? '';
    const { body } = await opened.product.admin.get(href);
    equal(String(body).trimEnd().split('\n').length, 3);
  });

  it('folds the events of one request into one expandable line', async () => {
    const bulk = '/api/admin/projects/default/bulk_features/environments/development/on';
    equal((await opened.product.admin.post(bulk, { features: ['express-pay', 'card-vault'] })).status, 200);
    await page.goto('/audit');
    const folded = page.getByRole('group').filter({ hasText: '3 events' });
    await folded.locator('summary', { hasText: /turned on 2 features.* in Default development 3 events/ }).waitFor();
    equal(await folded.getByRole('link').count(), 0);
    await folded.locator('summary').click();
    await folded.getByRole('link', { name: 'card-vault' }).first().waitFor();
    equal(await folded.getByRole('button', { name: /^Undo: turned on/ }).count(), 2);
  });

  it('shows the filter that matches nothing', async () => {
    await page.goto('/audit?q=nothing-like-it');
    await page.getByText('Nothing matches “nothing-like-it”').waitFor();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1360, 360]) {
      it(`is accessible in ${colorScheme} at ${width} pixels`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await page.goto('/audit');
        await line('created').first().waitFor();
        deepEqual(await violationsOf(page), []);
      });
    }
  }
});

const maxLines = 2;

describe('the audit page of the sample', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    await fillProduct(opened.product);
    page = await opened.logIn({ viewport: { width: 1440, height: 900 } });
    await page.goto('/audit');
    await whenShown(page);
  });
  after(() => opened?.close());

  it('has no sentence over two lines', async () => {
    const more = page.getByRole('button', { name: /^Show( [\d,]+)? more$/ });
    const sentences = page.locator('main ol p, main ol summary > span');
    for (let shown = 0; await more.isVisible(); ) {
      shown = await sentences.count();
      await more.click();
      await eventually(async () => ok((await sentences.count()) > shown));
    }
    const long = await sentences.evaluateAll((found, max) => {
      const linesOf = (sentence: (typeof found)[number]) => {
        const tops = [...sentence.childNodes].flatMap((part) => {
          if (part.nodeName === 'SMALL') return [];
          const range = part.ownerDocument.createRange();
          range.selectNodeContents(part);
          return [...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 10));
        });
        return new Set(tops).size;
      };
      return found.filter((sentence) => linesOf(sentence) > max).map(({ textContent }) => textContent);
    }, maxLines);
    deepEqual(long, []);
    ok((await sentences.count()) > 200);
  });

  it('names the act of groups, the object of each sentence and projects by their names', async () => {
    const groups = page.locator('main ol summary');
    for (const text of ['imported 14 features in Shop production', 'created change request #1 in Shop production'])
      await groups.filter({ hasText: text }).waitFor();
    const words = await page.locator('main').innerText();
    ok(/added express-pay\s+to favorites/.test(words));
    ok(!/\badded\s+to favorites|\bin (?:shop|warehouse)\b/.test(words));
  });
});
