import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { testEnvironment } from '@signalbox/testing';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, isWell } from './console.fixture.ts';
import { decode, describeDifferences, differencesOf, encode, type Fingerprint, fingerprintOf } from './fingerprint.ts';
import {
  openPictured,
  openStill,
  type Pictured,
  sampledAt,
  takePicture,
  type Theme,
  whenPicturable,
  type Width,
  widths,
} from './pictured.fixture.ts';
import { fillProduct } from './sample.fixture.ts';

/** Defects of a page, each as a style sheet. */
const defects: Readonly<Record<string, string>> = {
  'a hidden panel': 'main ol > li:nth-child(2) { visibility: hidden }',
  'a hidden line of text': 'h1 + p { visibility: hidden }',
  'a block that moved by 20 pixels': 'main ol > li:nth-child(2) { translate: 0 20px }',
  'an element above another one': 'h1 { position: relative; top: 60px }',
  'another color of buttons': ':root { --accent: #c2410c !important }',
  'another color of text': ':root { --ink-2: #94a3b8 !important }',
};

// Database servers have clocks of their own, so pictures are taken of the product in one process.
if (testEnvironment.way === 'standalone') describe('a fingerprint', fingerprints);

function fingerprints(this: Mocha.Suite): void {
  let opened: ConsoleInBrowser;
  let blank: Page;
  const stills = new Map<Width, Pictured>();
  /** Fingerprints of the page without a defect. */
  const sound = new Map<Width, Fingerprint>();

  before(async function () {
    opened = await openPictured(this);
    await fillProduct(opened.product, sampledAt);
    blank = await opened.visit('about:blank');
    for (const width of Object.keys(widths) as Width[]) {
      stills.set(width, await openStill(opened.logIn, width));
      sound.set(width, await take(width, 'light'));
    }
  });
  after(() => opened?.close());

  async function take(width: Width, theme: Theme, defect = ':root {}'): Promise<Fingerprint> {
    const still = stills.get(width);
    ok(still);
    await still.page.goto('/projects/shop/connect');
    await whenPicturable(still.page);
    await still.page.getByText('Live', { exact: true }).waitFor({ state: 'attached' });
    await still.page.addStyleTag({ content: defect });
    const fingerprint = await fingerprintOf(await takePicture(still, theme), blank);
    isWell(still.page);
    return fingerprint;
  }

  const soundOf = (width: Width): Fingerprint => sound.get(width) ?? new Uint8Array();

  for (const width of Object.keys(widths) as Width[]) {
    it(`is the same if a ${width} page is loaded again, also after it was stored`, async () => {
      deepEqual(differencesOf(decode(encode(soundOf(width))), await take(width, 'light')), []);
    });

    for (const [title, defect] of Object.entries(defects))
      it(`shows ${title} on a ${width} page`, async () => {
        const differences = differencesOf(soundOf(width), await take(width, 'light', defect));
        ok(differences.length > 0);
        match(describeDifferences(differences), /^\d+ of 1024 cells differ, by up to \d+ of 255: columns \d+ to \d+, rows \d+ to \d+$/);
      });
  }

  it('differs in nearly all cells between the themes', async () => {
    const differences = differencesOf(soundOf('wide'), await take('wide', 'dark'));
    ok(differences.length > 1000, String(differences.length));
  });

  it('names the cell of a difference', () => {
    const plain = new Uint8Array(32 * 32 * 3).fill(255);
    const spotted = plain.with((2 * 32 + 5) * 3 + 1, 200);
    deepEqual(differencesOf(plain, spotted), [{ column: 6, row: 3, by: 55 }]);
    equal(differencesOf(plain, plain.with(7, 250)).length, 0);
  });
}
