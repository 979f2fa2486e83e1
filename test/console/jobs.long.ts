import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, isWell, openConsole, whenShown } from './console.fixture.ts';
import { devices, handNames, openHand } from './hand.fixture.ts';
import { jobs, setUpJobs } from './jobs.fixture.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/console.md'), 'utf8');
/** The figures that the guide states for each job, in the order of the hands. */
const documented = new Map(
  [...guide.matchAll(/^\| (?<title>[^|]+?) +\|(?<figures>(?: +\d+ \|){3})$/gm)].map(({ groups }) => [
    groups?.['title'],
    [...(groups?.['figures'] ?? '').matchAll(/\d+/g)].map(Number),
  ]),
);

describe('the guide', () => {
  it('states figures for exactly the tested jobs', () => {
    deepEqual(
      [...documented.keys()],
      jobs.map(({ title }) => title),
    );
  });

  it('states no figure above the limit of its job', () => {
    const above = jobs.flatMap(({ title, max }) => handNames.filter((name, index) => (documented.get(title)?.[index] ?? 0) > max[name]));
    deepEqual(above, []);
  });
});

for (const [index, name] of handNames.entries()) {
  const ways = { mouse: 'byMouse', keys: 'byKeys', phone: 'byPhone' } as const;

  describe(`a job by ${name}`, () => {
    let opened: ConsoleInBrowser;
    let page: Page;

    before(async function () {
      // Features count as unused at once.
      opened = await openConsole(this, { CLEANUP_QUIET_DAYS: '0' });
      await setUpJobs(opened.product);
      page = await opened.logIn(devices[name]);
      const favorites = '/api/admin/projects/default/features/card-vault/favorites';
      equal((await page.request.post(favorites)).ok(), true);
    });
    after(() => opened?.close());
    afterEach(() => isWell(page));

    for (const job of jobs) {
      it(`takes as many steps as the guide states: ${job.title}`, async () => {
        await page.goto(job.from);
        await whenShown(page);
        await job.before?.(page);
        const hand = openHand(name, page);
        await (job[ways[name]] ?? job.byMouse)(hand);
        await job.done(page, opened.product);
        ok(hand.counted() > 0);
        equal(hand.counted(), documented.get(job.title)?.[index]);
        if (name === 'keys') await page.locator('body :focus').first().waitFor({ state: 'attached' });
      });
    }
  });
}
