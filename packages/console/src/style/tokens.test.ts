import { ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const colors = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g)].map(([, name = '', light = '', dark = '']) => [
    name,
    { light, dark },
  ]),
);

const text = 4.5;
const control = 3;
const grounds = ['surface', 'bg', 'raised', 'sunk', 'accent-soft'];

/** Each meaningful color with its required contrast (WCAG 2.2, 1.4.3 and 1.4.11) and its backgrounds. */
const uses: readonly (readonly [color: string, needed: number, behind: readonly string[]])[] = [
  ['ink', text, grounds],
  ['ink-2', text, grounds],
  ['ink-3', text, grounds],
  ['edge', control, grounds],
  ['accent', text, grounds],
  ['accent-ink', text, ['accent']],
  ['clear', text, ['surface', 'raised', 'clear-soft']],
  ['clear-dot', control, grounds],
  ['caution', text, ['surface', 'raised', 'caution-soft']],
  ['caution-dot', control, grounds],
  ['stop', text, ['surface', 'raised', 'stop-soft']],
  ['ink', text, ['clear-soft', 'caution-soft', 'stop-soft']],
];

describe('the contrast of console colors', () => {
  for (const theme of themes) {
    for (const [color, needed, behind] of uses) {
      for (const ground of behind) {
        it(`is at least ${needed} to 1 for ${color} on ${ground} in ${theme}`, () => {
          const ratio = contrastOf(valueOf(color, theme), valueOf(ground, theme));
          ok(ratio >= needed, `${color} on ${ground} is ${ratio.toFixed(2)} to 1`);
        });
      }
    }
    it(`is at least ${text} to 1 for white on stop-fill in ${theme}`, () => ok(contrastOf('#ffffff', valueOf('stop-fill', theme)) >= text));
  }

  it('is computed as in WCAG', () => {
    ok(Math.abs(contrastOf('#ffffff', '#000000') - 21) < 0.01);
    ok(Math.abs(contrastOf('#777777', '#ffffff') - 4.48) < 0.01);
    ok(contrastOf('#777777', '#ffffff') < text);
  });
});

function valueOf(name: string, theme: Theme): string {
  const color = colors.get(name);
  if (!color) throw new Error(`tokens.css has no color ${name}`);
  return color[theme];
}

/** The contrast ratio of WCAG 2.2. */
function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((first, second) => first - second);
  return (light + 0.05) / (dark + 0.05);
}

/** The relative luminance of WCAG 2.2. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
