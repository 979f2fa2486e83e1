// Compares pictures of pages with sample data to their stored fingerprints, in both themes and two widths:
// `npm run suite -- pictures`. `--accept` stores the new fingerprints, `--only TEXT` selects pictures by name, `--all` keeps every picture,
// and `--to FOLDER` names the folder for pictures that differ.

import { equal } from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Client, eventually } from '@signalbox/testing';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type ConsoleInBrowser, creating } from './console.fixture.ts';
import { decode, describeDifferences, differencesOf, encode, fingerprintOf } from './fingerprint.ts';
import { type ConsolePage, consolePages } from './pages.ts';
import {
  fixFont,
  makeJobsDue,
  maskNames,
  openPictured,
  openStill,
  type Pictured,
  sampledAt,
  takePicture,
  themes,
  whenJobsRan,
  type Width,
  whenPicturable,
  widths,
} from './pictured.fixture.ts';
import { fillInOrder, whenLogged } from './sample.fixture.ts';

const stored = join(import.meta.dirname, 'fingerprints.json');
const { values: options } = parseArgs({
  options: {
    accept: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    to: { type: 'string', default: join(tmpdir(), 'signalbox-pictures') },
  },
});

/** Pages that look like another one. */
const alike: ReadonlySet<string> = new Set(
  `new-user invite-none segments segments-1 playground project-audit release-templates release-templates-1
  settings-groups settings-sign-up settings-service-accounts settings-origins settings-relays settings-context-fields settings-tag-types
  settings-strategies settings-dead-letters`.split(/\s+/),
);
/** Lists instances by the time of their reports, in which the runs differ. */
const changing = 'applications-shop-api';
const pages = consolePages.filter(({ name }) => !alike.has(name) && name !== changing);

const typical = '/projects/shop';
const viewer = { username: 'vera', password: 'a lever, a bell, a lamp' };

/** A state of the typical page, with the steps that lead to it. */
interface State {
  readonly name: string;
  readonly path: string;
  readonly begin?: (page: Page) => Promise<unknown>;
  readonly enter?: (page: Page) => Promise<unknown>;
  /** Text that shows that the page is in this state. */
  readonly text: string;
  readonly isLoading?: true;
  readonly isViewer?: true;
}

const listing = '/api/admin/search/features?';
const features = `**${listing}*`;
const failure = { status: 503, json: { name: 'UnavailableError', message: 'The database is unavailable.', details: [] } };
const states: readonly State[] = [
  { name: 'loading', path: typical, begin: (page) => page.route(features, () => undefined), text: 'Views', isLoading: true },
  { name: 'empty', path: '/projects/default', text: 'Create a feature' },
  { name: 'error', path: typical, begin: (page) => page.route(features, (route) => route.fulfill(failure)), text: 'Try again' },
  { name: 'forbidden', path: '/settings/users', text: 'You can’t open this page', isViewer: true },
  { name: 'offline', path: typical, enter: (page) => page.context().setOffline(true), text: 'Can’t reach the server.' },
  {
    name: 'session-ended',
    path: typical,
    async enter(page) {
      await page.context().clearCookies();
      await page.getByRole('combobox', { name: /^Filter/ }).fill('pay');
      await page.getByText('Try again').waitFor();
    },
    text: 'Log in again to continue where you left off.',
  },
];

/** Features of the sample that can be removed, or are candidates. */
const removable = 8;

/** Judges all features at this moment. */
async function countRemovable(admin: Client): Promise<number> {
  const lists = await Promise.all(['shop', 'warehouse'].map((project) => admin.get(`/api/admin/projects/${project}/cleanup`)));
  const features = lists.flatMap(({ body }) => body.features as { readonly verdict: string }[]);
  return features.filter(({ verdict }) => verdict !== 'keep').length;
}

const fingerprints = new Map(Object.entries(JSON.parse(await readFile(stored, 'utf8').catch(() => '{}')) as Record<string, string>));
const taken = new Set<string>();
const usedMasks = new Set<string>();
const failed: string[] = [];
const nameOf = (subject: string, width: Width, theme: string) => `${subject}-${width}-${theme}`;
const isSelected = (subject: string, width: Width) => themes.some((theme) => nameOf(subject, width, theme).includes(options.only));

/** Takes the picture of a page in both themes and compares each to its fingerprint. */
async function compare(subject: string, width: Width, still: Pictured, blank: Page): Promise<void> {
  for (const theme of themes) {
    const name = nameOf(subject, width, theme);
    if (!name.includes(options.only)) continue;
    taken.add(name);
    const png = await takePicture(still, theme);
    for (const mask of still.usedMasks) usedMasks.add(mask);
    const fingerprint = await fingerprintOf(png, blank);
    const before = fingerprints.get(name);
    const differences = before === undefined ? null : differencesOf(decode(before), fingerprint);
    const isSame = differences?.length === 0;
    if (options.all || !isSame) await writeFile(join(options.to, `${name}.png`), png);
    if (isSame) continue;
    failed.push(`${name}: ${differences === null ? 'has no fingerprint' : describeDifferences(differences)}`);
    if (options.accept) fingerprints.set(name, encode(fingerprint));
  }
}

async function takePages({ logIn, visit }: ConsoleInBrowser, width: Width, blank: Page): Promise<void> {
  const inside = await openStill(logIn, width);
  const outside = await openStill((given) => visit('/login', given), width);
  for (const { name, path, isOutside = false } of pages.filter((each: ConsolePage) => isSelected(each.name, width))) {
    const still = isOutside ? outside : inside;
    await still.page.goto(path);
    await whenPicturable(still.page);
    if (!isOutside) await still.page.getByText('Live', { exact: true }).waitFor({ state: 'attached' });
    await compare(name, width, still, blank);
  }
  await inside.page.context().close();
  await outside.page.context().close();
}

async function takeStates({ logIn, logInAs }: ConsoleInBrowser, width: Width, blank: Page): Promise<void> {
  for (const { name, path, begin, enter, text, isLoading, isViewer } of states.filter((each) => isSelected(`state-${each.name}`, width))) {
    const open = (given: BrowserContextOptions) => (isViewer ? logInAs(viewer, given) : logIn(given));
    const still = await openStill(open, width, isLoading && listing);
    const { page } = still;
    await begin?.(page);
    await page.goto(path);
    await page.getByText('Live', { exact: true }).waitFor({ state: 'attached' });
    await (isLoading ? fixFont(page) : whenPicturable(page));
    await enter?.(page);
    await page.getByText(text).first().waitFor();
    await compare(`state-${name}`, width, still, blank);
    await page.context().close();
  }
}

await mkdir(options.to, { recursive: true });
const opened = await openPictured({
  skip: () => {
    throw new Error('No Chromium is installed, and CHROMIUM names none.');
  },
});
try {
  const { product } = opened;
  await whenJobsRan(product);
  await fillInOrder(product, sampledAt);
  await creating(product)('/api/admin/user-admin', { ...viewer, rootRole: 3, sendEmail: false });
  const { admin } = product;
  // The job that stores verdicts reads the usage, which arrives after its requests.
  await eventually(async () => equal(await countRemovable(admin), removable));
  makeJobsDue(product);
  await eventually(async () => equal((await admin.get('/api/admin/search/features?cleanup=IS_NONE_OF:keep')).body.total, removable));
  await whenLogged(admin);
  const blank = await opened.visit('about:blank');
  for (const width of Object.keys(widths) as Width[]) {
    await takePages(opened, width, blank);
    await takeStates(opened, width, blank);
  }
} finally {
  await opened.close();
}

if (taken.size === 0) {
  console.error(`No picture has a name with ${options.only}.`);
  process.exit(2);
}
const gone = [...fingerprints.keys()].filter((name) => name.includes(options.only) && !taken.has(name));
failed.push(...gone.map((name) => `${name}: is in ${stored}, but no page has this name`));
const unused = options.only === '' ? maskNames.filter((name) => !usedMasks.has(name)) : [];
failed.push(...unused.map((name) => `the mask of “${name}” matches no text, so chance may decide the pictures`));
if (options.accept) {
  for (const name of gone) fingerprints.delete(name);
  const sorted = Object.fromEntries([...fingerprints].sort(([one], [other]) => (one < other ? -1 : 1)));
  await writeFile(stored, `${JSON.stringify(sorted, null, 2)}\n`);
}
console.log(failed.join('\n'));
console.log(
  `${taken.size} pictures, ${failed.length} ${options.accept ? 'accepted' : 'differ'}${failed.length > 0 ? `; see ${options.to}` : ''}`,
);
if (failed.length > 0 && !options.accept) {
  console.log('To accept the new pictures: npm run suite -- pictures --accept');
  process.exitCode = 1;
}
