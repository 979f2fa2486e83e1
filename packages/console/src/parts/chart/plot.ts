import type { ChartData, Layer } from './chart-data.ts';
import { figuresUpTo, stacked } from './scale.ts';
import { elapsedPart, withoutFall } from './without-fall.ts';

const height = 176;
const margin = { left: 44, right: 8, top: 10, bottom: 24 } as const;

/** Places of times and counts in a drawing, in pixels. */
export interface Plot {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly figures: readonly number[];
  /** Sums of counts up to each layer, by period. */
  readonly sums: readonly (readonly number[])[];
  readonly xOf: (atMs: number) => number;
  readonly yOf: (count: number) => number;
}

export function plotOf(data: ChartData, width: number): Plot {
  const { are, starts, nowMs, limit } = data;
  const first = starts[0] ?? nowMs;
  const sums = are === 'counts' ? sumsOf(data) : [];
  const shown = are === 'counts' ? (sums.at(-1) ?? []) : data.layers.flatMap(({ values }) => values.map((value) => value ?? 0));
  const figures = figuresUpTo(Math.max(0, limit?.value ?? 0, ...shown), are);
  const [left, right, bottom] = [margin.left, Math.max(margin.left, width - margin.right), height - margin.bottom];
  const top = figures.at(-1) ?? 1;
  return {
    width,
    height,
    left,
    right,
    bottom,
    figures,
    sums,
    xOf: (atMs) => left + ((right - left) * (atMs - first)) / Math.max(1, nowMs - first),
    yOf: (count) => bottom - ((bottom - margin.top) * count) / top,
  };
}

/** Sums of counts up to each layer, by period. That of the running period is an estimate. */
const sumsOf = ({ unitMs, nowMs, layers }: ChartData): readonly (readonly number[])[] =>
  stacked(layers.map(({ values }) => withoutFall(values.map(Number), elapsedPart(nowMs, unitMs))));

/** The period at a horizontal position. */
export function periodAt({ left, right }: Plot, { starts, unitMs, nowMs }: ChartData, x: number): number {
  const first = starts[0] ?? nowMs;
  return Math.floor(((x - left) / Math.max(1, right - left)) * ((nowMs - first) / unitMs));
}

type Point = readonly [x: number, y: number];

/** The outline of a layer: its upper edge until the running period, and within it. A period counts in its middle, the running one now. */
export function edgesOf(
  plot: Plot,
  { starts, unitMs, nowMs }: ChartData,
  layer: number,
): { readonly past: readonly Point[]; readonly running: readonly Point[] } {
  const counts = plot.sums[layer] ?? [];
  const last = starts.length - 1;
  const points = starts.map(
    (startMs, index): Point => [plot.xOf(index === last ? nowMs : startMs + unitMs / 2), plot.yOf(counts[index] ?? 0)],
  );
  const past = points.slice(0, -1);
  const begin: Point = [plot.left, past[0]?.[1] ?? plot.bottom];
  return { past: [begin, ...past], running: [...past.slice(-1), ...points.slice(-1)] };
}

/** The lines through measurements. A missing value interrupts them. */
export function measuredLines(plot: Plot, { starts, unitMs, nowMs }: ChartData, values: Layer['values']): readonly (readonly Point[])[] {
  const lines: Point[][] = [[]];
  for (const [index, startMs] of starts.entries()) {
    const value = values[index] ?? null;
    if (value === null) lines.push([]);
    else lines.at(-1)?.push([plot.xOf(Math.min(nowMs, startMs + unitMs / 2)), plot.yOf(value)]);
  }
  return lines.filter(({ length }) => length > 0);
}

/** An SVG path through points. */
export const lineThrough = (points: readonly Point[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** The area between an upper and a lower edge. */
export const areaBetween = (upper: readonly Point[], lower: readonly Point[]): string =>
  `${lineThrough(upper)}${lineThrough(lower.toReversed()).replace('M', 'L')}Z`;
