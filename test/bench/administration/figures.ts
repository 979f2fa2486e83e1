import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What one row cost: the middle of its windows in CPU milliseconds, and the least and the most of them. */
export interface Figure {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The figures of a table by its heading, then by the row's title. */
export type Tables = Readonly<Record<string, Readonly<Record<string, Figure>>>>;

/** Figures that are saved, and what the machine could do when they were taken: evaluations of `unleash-client` in a second. */
export interface SavedFigures {
  readonly yardstick: number;
  readonly tables: Tables;
}

const path = join(import.meta.dirname, 'figures.json');

/** A loss is spoken of when a row costs this much more than the saved figure, each measured by its own machine. */
const lossFactor = 1.2;

/** The middle of the windows, with its spread. */
export function figureOf(windows: readonly number[]): Figure {
  const sorted = windows.toSorted((one, other) => one - other);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN };
}

export const readSaved = (): SavedFigures => JSON.parse(readFileSync(path, 'utf8')) as SavedFigures;

/** Puts the tables in place of the saved ones with the same heading; the others stay only if they are of a machine like this. */
export function save({ yardstick, tables }: SavedFigures): void {
  const rounded = (figure: Figure) => Object.fromEntries(Object.entries(figure).map(([name, ms]) => [name, Number(ms.toFixed(3))]));
  const shortened = Object.entries(tables).map(([heading, rows]) => [
    heading,
    Object.fromEntries(Object.entries(rows).map(([title, figure]) => [title, rounded(figure)])),
  ]);
  const { tables: before } = readSaved();
  const merged = { yardstick: Math.round(yardstick), tables: { ...before, ...Object.fromEntries(shortened) } };
  writeFileSync(path, `${JSON.stringify(merged, null, 2)}\n`);
}

/** How much more a row costs than it did, as a factor, each figure weighed by its machine's yardstick. */
export function lossOf(now: Figure, before: Figure, yardsticks: { readonly now: number; readonly before: number }): number {
  return (now.median * yardsticks.now) / (before.median * yardsticks.before);
}

/** Whether the loss is more than noise: also the best window of now is dearer than the worst of before. */
export function isLoss(now: Figure, before: Figure, yardsticks: { readonly now: number; readonly before: number }): boolean {
  const apart = now.min * yardsticks.now > before.max * yardsticks.before;
  return apart && lossOf(now, before, yardsticks) > lossFactor;
}
