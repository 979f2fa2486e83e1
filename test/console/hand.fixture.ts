import type { BrowserContextOptions, Locator, Page } from 'playwright-core';

/** The ways to use the console. */
export const handNames = ['mouse', 'keys', 'phone'] as const;
export type HandName = (typeof handNames)[number];

/** Options of the browser for each hand. */
export const devices: Readonly<Record<HandName, BrowserContextOptions>> = {
  mouse: { viewport: { width: 1440, height: 900 } },
  keys: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

/** Input actions that are counted. A hand of keys cannot point, and the others press no key. */
export interface Hand {
  readonly page: Page;
  /** Clicks or taps. */
  readonly point: (on: Locator) => Promise<void>;
  readonly press: (key: string) => Promise<void>;
  /** Types into the focused field. Counts as one, whatever the length of the text. */
  readonly type: (text: string) => Promise<void>;
  readonly counted: () => number;
}

const focusedField = ':is(input, textarea):focus';

export function openHand(name: HandName, page: Page): Hand {
  let count = 0;
  const counting =
    <Given>(isAllowed: boolean, act: (given: Given) => Promise<unknown>) =>
    async (given: Given) => {
      if (!isAllowed) throw new Error(`${String(given)} is out of reach of ${name}.`);
      count += 1;
      await act(given);
    };
  return {
    page,
    point: counting(name !== 'keys', (on: Locator) => (name === 'phone' ? on.tap() : on.click())),
    press: counting(name === 'keys', (key: string) => page.keyboard.press(key)),
    type: counting(true, async (text: string) => {
      await page.locator(focusedField).waitFor();
      await page.keyboard.type(text);
    }),
    counted: () => count,
  };
}
