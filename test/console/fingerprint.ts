import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { evaluate } from './console.fixture.ts';

/** Columns and rows of the grid that a picture is reduced to. */
export const grid = { columns: 32, rows: 32 } as const;

/** Average red, green and blue of each cell of a picture, row by row. */
export type Fingerprint = Uint8Array;

/** A cell whose color differs more than antialiasing explains. Counts from the top left, beginning with 1. */
export interface Difference {
  readonly column: number;
  readonly row: number;
  /** The largest difference of a channel, of 255. */
  readonly by: number;
}

/** Differences of antialiasing and of text of the same length are smaller; those of a missing line of text are larger. */
const tolerance = 6;
const channels = 3;

const averages = (png: string): string => `(async () => {
  const response = await fetch('data:image/png;base64,${png}');
  const image = await createImageBitmap(await response.blob());
  const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true });
  drawing.drawImage(image, 0, 0);
  const edges = (size, parts) => Array.from({ length: parts + 1 }, (_, index) => Math.round((size * index) / parts));
  const [xs, ys] = [edges(image.width, ${grid.columns}), edges(image.height, ${grid.rows})];
  const found = [];
  for (let row = 0; row < ${grid.rows}; row += 1) {
    for (let column = 0; column < ${grid.columns}; column += 1) {
      const [width, height] = [xs[column + 1] - xs[column], ys[row + 1] - ys[row]];
      const { data } = drawing.getImageData(xs[column], ys[row], width, height);
      const sums = [0, 0, 0];
      for (let at = 0; at < data.length; at += 4) for (let channel = 0; channel < 3; channel += 1) sums[channel] += data[at + channel];
      found.push(...sums.map((sum) => Math.round(sum / (width * height))));
    }
  }
  return found;
})()`;

/** Reduces a picture to its fingerprint, in any page of a browser. */
export const fingerprintOf = async (png: Buffer, page: Page): Promise<Fingerprint> =>
  Uint8Array.from(await evaluate<number[]>(page, averages(png.toString('base64'))));

/** The cells in which two pictures differ. */
export function differencesOf(one: Fingerprint, other: Fingerprint): readonly Difference[] {
  return Array.from({ length: grid.columns * grid.rows }, (_, cell) => ({
    column: (cell % grid.columns) + 1,
    row: Math.floor(cell / grid.columns) + 1,
    by: Math.max(...[0, 1, 2].map((channel) => Math.abs((one[cell * channels + channel] ?? 0) - (other[cell * channels + channel] ?? 0)))),
  })).filter(({ by }) => by > tolerance);
}

/** The smallest rectangle of cells around the differences, with their number. */
export function describeDifferences(differences: readonly Difference[]): string {
  const span = (numbers: readonly number[]) => `${Math.min(...numbers)} to ${Math.max(...numbers)}`;
  const [columns, rows] = [differences.map(({ column }) => column), differences.map(({ row }) => row)];
  const max = Math.max(...differences.map(({ by }) => by));
  return `${differences.length} of ${grid.columns * grid.rows} cells differ, by up to ${max} of 255: columns ${span(columns)}, rows ${span(rows)}`;
}

export const encode = (fingerprint: Fingerprint): string => deflateRawSync(fingerprint).toString('base64');
export const decode = (text: string): Fingerprint => new Uint8Array(inflateRawSync(Buffer.from(text, 'base64')));
