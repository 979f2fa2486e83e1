import { type ChartData, isRunning, type Layer } from './chart-data.ts';
import { figuresFor, stacked } from './scale.ts';
import { dayMs } from '../../base/format.ts';
import { elapsedPart, withoutFall } from './without-fall.ts';

const height = 176;
const margin = { left: 44, right: 8, top: 10, bottom: 24 } as const;

/** Places of times and counts in a drawing, in pixels. */
export type Plot = ReturnType<typeof plotOf>;

export function plotOf(data: ChartData, width: number) {
  const { are, starts, unitMs, limit } = data;
  const hasBars = are === 'counts' && unitMs >= dayMs;
  const endMs = hasBars ? (starts.at(-1) ?? 0) + unitMs : data.nowMs;
  const first = starts[0] ?? endMs;
  const sums = are === 'counts' ? sumsOf(data, hasBars) : [];
  const shown = are === 'counts' ? (sums.at(-1) ?? []) : data.layers.flatMap(({ values }) => values.filter((value) => value !== null));
  const figures = figuresFor(limit ? [...shown, limit.value] : shown, are);
  const [left, right, bottom] = [margin.left, Math.max(margin.left, width - margin.right), height - margin.bottom];
  const [low, , high] = figures;
  return {
    /** Whether periods of counts are bars. */
    hasBars,
    width,
    height,
    left,
    right,
    bottom,
    figures,
    /** Sums of counts up to each layer, by period. */
    sums,
    xOf: (atMs: number) => left + ((right - left) * (atMs - first)) / Math.max(1, endMs - first),
    yOf: (count: number) => bottom - ((bottom - margin.top) * (count - low)) / (high - low),
  };
}

/** Sums of counts up to each layer, by period. That of the running period of an area is an estimate. */
const sumsOf = (data: ChartData, hasBars: boolean): readonly (readonly number[])[] =>
  stacked(
    data.layers.map(({ values }) =>
      hasBars || !isRunning(data) ? values.map(Number) : withoutFall(values.map(Number), elapsedPart(data.nowMs, data.unitMs)),
    ),
  );

/** The period at a horizontal position. */
export const periodAt = ({ xOf }: Plot, { starts }: ChartData, x: number): number => starts.findLastIndex((startMs) => xOf(startMs) <= x);

/** Numbers of marks need so many pixels. */
const markWidth = 24;

/** Marks by their numbers. Those whose numbers would overlap are one group, at its first mark. */
export const markGroups = ({ marks }: ChartData, { xOf }: Plot) =>
  marks.reduce<readonly { readonly x: number; readonly first: number; readonly last: number }[]>((groups, { atMs }, index) => {
    const [group, x] = [groups.at(-1), xOf(atMs)];
    if (group && x - group.x < markWidth) return [...groups.slice(0, -1), { ...group, last: index + 1 }];
    return [...groups, { x, first: index + 1, last: index + 1 }];
  }, []);

type Point = readonly [x: number, y: number];

/** The outline of a layer: its upper edge until the running period, and within it. A period counts in its middle, the running one now. */
export function edgesOf(
  plot: Plot,
  data: ChartData,
  layer: number,
): { readonly past: readonly Point[]; readonly running: readonly Point[] } {
  const { starts, unitMs, nowMs } = data;
  const counts = plot.sums[layer] ?? [];
  const running = isRunning(data) ? starts.length - 1 : starts.length;
  const points = starts.map(
    (startMs, index): Point => [plot.xOf(index === running ? nowMs : startMs + unitMs / 2), plot.yOf(counts[index] ?? 0)],
  );
  const past = points.slice(0, running);
  const begin: Point = [plot.left, past[0]?.[1] ?? plot.bottom];
  return { past: [begin, ...past], running: [...past.slice(-1), ...points.slice(running)] };
}

/** The bars of a layer, with a gap between two days. */
export function barsOf({ sums, xOf, yOf }: Plot, { starts, unitMs }: ChartData, layer: number) {
  return starts.map((startMs, index) => {
    const [x, top] = [xOf(startMs) + 1, yOf(sums[layer]?.[index] ?? 0)];
    return { x, y: top, width: Math.max(1, xOf(startMs + unitMs) - x), height: yOf(sums[layer - 1]?.[index] ?? 0) - top };
  });
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
