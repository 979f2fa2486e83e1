import { deepEqual, equal, ok } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import type { Locator, Page } from 'playwright-core';
import { type ConsoleInBrowser, isWell, openConsole, violationsOf, whenShown } from './console.fixture.ts';
import { openHand } from './hand.fixture.ts';
import { fillProduct } from './sample.fixture.ts';

const shop = '/api/admin/projects/shop';
const toDraft = 'Protected: your changes go to your draft.';

describe('a protected environment', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    await fillProduct(opened.product);
    page = await opened.logIn({ viewport: { width: 1440, height: 900 } });
  });
  after(() => opened?.close());
  afterEach(() => isWell(page));

  const button = (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: typeof name === 'string' });
  const sheet = () => page.getByRole('dialog');
  const open = async (path: string) => {
    await page.goto(path);
    await whenShown(page);
  };
  const read = async (path: string) => (await page.request.get(path)).json();

  interface Listed {
    readonly id: number;
    readonly state: string;
    readonly approvals: readonly unknown[];
    readonly features: readonly { readonly name: string; readonly changes: readonly { readonly action: string }[] }[];
  }
  const requests = async (): Promise<Listed[]> => read(`${shop}/change-requests/pending`);
  const request = async (id: number): Promise<Listed> => read(`${shop}/change-requests/${id}`);
  /** State, approvals, and the changes by feature. */
  const contentOf = ({ state, approvals, features }: Listed) => [
    state,
    approvals.length,
    features.map(({ name, changes }) => `${name}: ${changes.map(({ action }) => action).join(', ')}`),
  ];
  const asSent = ['In review', 0, ['holiday-banner: updateEnabled', 'gift-cards: updateEnabled']];
  const isOn = async (feature: string, environment = 'production') => {
    const { environments } = await read(`${shop}/features/${feature}`);
    return environments.find(({ name }: { readonly name: string }) => name === environment).enabled as boolean;
  };
  const idOfOpened = async () => {
    await page.getByRole('link', { name: 'Open', exact: true }).click();
    await page.waitForURL(/change-requests\/\d+$/);
    return Number(/\d+$/.exec(page.url())?.[0]);
  };

  it('offers a request of the user in review next to the button of an editor, which adds to a draft by default and says so', async () => {
    await open('/projects/shop/features/express-pay?in=production');
    await page.getByText(toDraft).locator('visible=true').first().waitFor();
    await button(/^Edit Gradual rollout/)
      .first()
      .click();
    await page.getByLabel('Rollout percentage').fill('60');
    const choices = page.getByRole('combobox', { name: 'Change request' });
    await choices.getByRole('option').nth(2).waitFor({ state: 'attached' });
    deepEqual(await choices.getByRole('option').allTextContents(), ['My draft', 'New request', 'Join “Ready for December” (in review)']);
    deepEqual(await violationsOf(page), []);
    await button('Add to your draft').click();
    await page.getByText('Added to your draft.').waitFor();
    const draft = await idOfOpened();
    deepEqual(contentOf(await request(draft)), ['Draft', 0, ['express-pay: updateStrategy']]);
    deepEqual(contentOf(await request(1)), asSent);
  });

  it('asks once before a switch proposes if a request is in review, and remembers the answer', async () => {
    await open('/projects/shop');
    const control = (feature: string) => page.getByRole('switch', { name: `${feature} in production` });
    await control('one-click-returns').click({ force: true });
    await sheet().getByText('Add to which change request in production?').waitFor();
    deepEqual(await violationsOf(page), []);
    await page.keyboard.press('Escape');
    await page.getByText('Nothing was added: you chose no change request.').waitFor();
    equal((await requests()).length, 2);
    await control('one-click-returns').click({ force: true });
    await button('My draft', sheet()).click();
    await page.getByText('Added to your draft: turn on one-click-returns in production.').waitFor();
    await control('loyalty-points').click({ force: true });
    await page.getByText(/^Added to your draft: turn o(?:n|ff) loyalty-points in production\.$/).waitFor();
    const [draft, sent] = (await requests()).map(contentOf);
    equal(draft?.[0], 'Draft');
    ok(String(draft?.[2]).includes('one-click-returns: updateEnabled') && String(draft?.[2]).includes('loyalty-points: updateEnabled'));
    deepEqual(sent, asSent);
  });

  it('leaves the request in review after a command of the palette, and after a kill switch', async () => {
    await open('/projects/shop');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('turn off search-suggestions in production');
    await page.getByRole('option', { name: 'Propose to turn off search-suggestions in production' }).click();
    await button('My draft', sheet()).click();
    await page.getByText('Added to your draft: turn off search-suggestions in production.').waitFor();
    await open('/');
    await button('Turn on: read-only-mode in production').click();
    await button('Add to your draft', sheet()).click();
    await button('My draft', sheet()).click();
    await page.getByText('Added to your draft: turn on read-only-mode in production.').waitFor();
    const [draft, sent, ...others] = (await requests()).map(contentOf);
    ok(['search-suggestions', 'read-only-mode'].every((name) => String(draft?.[2]).includes(`${name}: updateEnabled`)));
    deepEqual([sent, others], [asSent, []]);
    deepEqual([await isOn('search-suggestions'), await isOn('read-only-mode')], [true, false]);
  });

  it('gets a user who is added from the explanation in the draft', async () => {
    const question = { environment: 'production', context: { userId: 'u-9', country: 'DE' } };
    await open(`/projects/shop/features/new-checkout/why#${encodeURIComponent(JSON.stringify(question))}`);
    await button('Add this user…').click();
    const editor = page.getByRole('form', { name: 'New strategy' });
    equal(await editor.getByLabel('Rollout percentage').inputValue(), '100');
    await button('Add to your draft', editor).click();
    await page.getByText('Added to your draft.').waitFor();
    const { features } = await request(await idOfOpened());
    const added = features.find(({ name }) => name === 'new-checkout')?.changes.at(-1);
    equal(added?.action, 'addStrategy');
    ok(JSON.stringify(added).includes('"userId","operator":"IN","values":["u-9"]'), JSON.stringify(added));
  });

  it('adds variants to a new request, and further changes to the same', async () => {
    const before = await requests();
    await open('/projects/shop/features/new-checkout/variants?in=production');
    await button('Add variant').click();
    await page.getByRole('combobox', { name: 'Change request' }).selectOption('New request');
    await page.getByText('Protected: your changes go to a new request.').last().waitFor();
    await button('Add to a new request').click();
    await page.getByText('Added to a new request.').waitFor();
    await page.getByRole('combobox', { name: 'Change request' }).waitFor({ state: 'detached' });
    await button('Add variant').click();
    await button('Add to your draft').click();
    await page.getByText('Added to your draft.').waitFor();
    const id = await idOfOpened();
    equal(
      before.some((each) => each.id === id),
      false,
    );
    deepEqual(contentOf(await request(id)), ['Draft', 0, ['new-checkout: patchVariant']]);
    equal((await requests()).length, before.length + 1);
  });

  it('joins the request in review only by choice, which resets its approvals', async () => {
    const { contentHash } = await read(`${shop}/change-requests/1`);
    const approval = await page.request.put(`${shop}/change-requests/1/state`, { data: { state: 'Approved', contentHash } });
    equal(approval.status(), 200, await approval.text());
    await open('/projects/shop');
    await page.getByRole('switch', { name: 'guest-checkout in production' }).click({ force: true });
    await button('Join “Ready for December” (approved, 1 approval will be reset)', sheet()).click();
    await page.getByText(/^Added to change request 1: turn o(?:n|ff) guest-checkout in production\.$/).waitFor();
    deepEqual(contentOf(await request(1)), ['In review', 0, [...(asSent[2] as string[]), 'guest-checkout: updateEnabled']]);
    await page.getByRole('link', { name: 'express-pay', exact: true }).click();
    await page.getByText('Protected: your changes go to change request 1.').locator('visible=true').first().waitFor();
  });

  it('gets promoted features in a draft of the user, none of them selected by default', async () => {
    const before = await request(1);
    await open('/projects/shop/promote?from=staging&to=production');
    await page.getByText(toDraft).waitFor();
    equal(await page.getByRole('checkbox', { name: /^Select /, checked: true }).count(), 0);
    equal(await button('Add to your draft').count(), 0);
    await page.getByLabel(/^Select all \d+ without warnings$/).check();
    await button('Add to your draft').click();
    await page.getByText('Added to your draft.').waitFor();
    const id = await idOfOpened();
    equal((await request(id)).state, 'Draft');
    deepEqual(contentOf(await request(1)), contentOf(before));
  });

  it('is turned off by at most six keys, immediately', async () => {
    await open('/');
    const hand = openHand('keys', page);
    await hand.press('ControlOrMeta+k');
    await hand.type('search-suggestions');
    await page
      .getByRole('option', { name: /search-suggestions/ })
      .first()
      .waitFor();
    await hand.press('Enter');
    const emergency = page.getByRole('option', { name: 'Turn off search-suggestions in production now (emergency)' });
    await emergency.waitFor();
    const titles = (await page.getByRole('option').allTextContents()).map((text) => text.trim());
    const [now, later] = ['Turn off search-suggestions in production now', 'Propose to turn off search-suggestions in production'].map(
      (start) => titles.findIndex((title) => title.includes(start)),
    );
    ok(now !== undefined && later !== undefined && now !== -1 && now < later, String(titles));
    await hand.type('3');
    await hand.press('Enter');
    await sheet()
      .getByText(/counts as an emergency change/)
      .waitFor();
    await button('Add to your draft', sheet()).waitFor();
    await hand.press('Enter');
    await page.getByText('search-suggestions is off in production.').waitFor();
    equal(await isOn('search-suggestions'), false);
    ok(hand.counted() <= 6);
  });

  it('is turned off by the key of its number, with the reason and the way back in the toast', async () => {
    await open('/projects/shop/features/search-ranking-v2');
    const wasOn = await isOn('search-ranking-v2');
    if (!wasOn)
      equal(
        (
          await page.request.post(`${shop}/features/search-ranking-v2/environments/production/on`, {
            headers: { 'x-change-reason': 'Test' },
          })
        ).status(),
        200,
      );
    await open('/projects/shop/features/search-ranking-v2');
    await page.getByRole('switch', { name: 'search-ranking-v2 in production', checked: true }).waitFor();
    await page.keyboard.press('3');
    await button('Turn off now', sheet()).waitFor();
    await button('Add to your draft', sheet()).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('search-ranking-v2 is off in production.').waitFor();
    const due = async () => {
      const { changeRequests } = await read('/api/admin/search/change-requests?state=IS:Applied');
      return changeRequests.find(
        ({ features, reasonDue }: { readonly features: string[]; readonly reasonDue?: true }) =>
          reasonDue && features.includes('search-ranking-v2'),
      );
    };
    await eventually(async () => ok(await due()));
    await button('Add reason').click();
    await sheet().getByLabel('Reason').fill('INC-2071');
    await button('Save reason', sheet()).click();
    await eventually(async () => equal(await due(), undefined));
    equal(
      (
        await page.request.post(`${shop}/features/search-ranking-v2/environments/production/on`, { headers: { 'x-change-reason': 'Over' } })
      ).status(),
      200,
    );
    await open('/projects/shop/features/search-ranking-v2');
    await page.getByRole('switch', { name: 'search-ranking-v2 in production', checked: true }).waitFor();
    await page.keyboard.press('3');
    await button('Turn off now', sheet()).click();
    await page.getByText('search-ranking-v2 is off in production.').waitFor();
    await button(/^Undo(?: Z)?$/).click();
    await page.getByText('search-ranking-v2 is on in production.').waitFor();
    equal(await isOn('search-ranking-v2'), true);
  });

  it('moves no kill switch, and asks in both directions, so that a second click at the same place does nothing', async () => {
    const names = ['read-only-mode', 'recommendations'];
    await open('/?in=development');
    const killSwitches = page.getByRole('region', { name: 'Kill switches' });
    const controls = killSwitches.getByRole('button', { name: /^Turn (?:on|off): .* in development$/ });
    const positions = async () =>
      Object.fromEntries(
        await Promise.all(
          names.map(
            async (name) =>
              [name, await page.getByRole('button', { name: new RegExp(`: ${name} in development$`) }).boundingBox()] as const,
          ),
        ),
      );
    await controls.nth(1).waitFor();
    equal(await controls.count(), 2);
    const before = await positions();
    for (const [way, next] of [
      ['off', 'on'],
      ['on', 'off'],
    ] as const) {
      await button(`Turn ${way}: recommendations in development`).click();
      equal(await isOn('recommendations', 'development'), way === 'off');
      await sheet()
        .getByText(/evaluations /i)
        .first()
        .waitFor();
      await button(`Turn ${way} now`, sheet()).click();
      await button(`Turn ${next}: recommendations in development`).waitFor();
      await sheet().waitFor({ state: 'detached' });
      const after = await positions();
      deepEqual(
        names.map((name) => after[name]?.y),
        names.map((name) => before[name]?.y),
      );
    }
    await button('Turn off: recommendations in development').dblclick();
    equal(await isOn('recommendations', 'development'), true);
    equal(await isOn('read-only-mode', 'development'), false);
  });

  it('has an author in every event of a change request', async () => {
    const { events } = await read('/api/admin/search/events?project=IS:shop&limit=1000');
    const ofRequests = events.filter(({ type }: { readonly type: string }) => type.startsWith('change'));
    ok(ofRequests.length > 10);
    deepEqual(
      ofRequests.filter(({ createdByUserId }: { readonly createdByUserId: number | null }) => createdByUserId === null),
      [],
    );
  });
});
