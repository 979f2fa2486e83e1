import { formatFigure, dayMs } from '../../base/format.ts';
import { periodName } from './scale.ts';

/** The values of all periods. Only measurements can be missing: null. */
export interface Layer {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** `rest` is neutral; `stop` is a limit. */
  readonly tone: Tone;
}

export type Tone = 'first' | 'second' | 'third' | 'rest' | 'stop';

/** A change that took effect at a time. */
export interface ChartMark {
  readonly atMs: number;
  readonly text: string;
}

/** A value that measurements should not pass. */
export interface Limit {
  readonly value: number;
  readonly text: string;
}

/** Values by period. */
export interface ChartData {
  /** Counts are stacked in the order of the layers: as bars by day, otherwise as areas. Measurements are lines of their own. */
  readonly are: 'counts' | 'measurements';
  /** The beginnings of the periods, oldest first. */
  readonly starts: readonly number[];
  readonly unitMs: number;
  /** The end of the last period, or a time within it while it is running. */
  readonly nowMs: number;
  readonly layers: readonly Layer[];
  readonly marks: readonly ChartMark[];
  readonly limit?: Limit;
}

/** The value of a layer: with its share of all layers for counts, and null if nothing was measured. */
interface Figure extends Pick<Layer, 'name' | 'tone'> {
  readonly value: number | null;
  readonly percent: number | null;
}

/** The figures of a period. With null, the totals of counts, or the latest measurements. */
export function figuresOf({ are, layers }: ChartData, at: number | null): readonly Figure[] {
  if (are === 'measurements')
    return layers.map(({ name, tone, values }) => ({
      name,
      tone,
      value: (at === null ? values.findLast(isKnown) : values[at]) ?? null,
      percent: null,
    }));
  const figures = layers.map(({ name, tone, values }) => ({
    name,
    tone,
    value: at === null ? values.reduce<number>((sum, value) => sum + (value ?? 0), 0) : (values[at] ?? 0),
  }));
  const total = figures.reduce((sum, { value }) => sum + value, 0);
  const isShared = total > 0 && figures.length > 1;
  return figures.map((figure) => ({ ...figure, percent: isShared ? Math.round((100 * figure.value) / total) : null }));
}

const isKnown = (value: number | null): value is number => value !== null;

/** The beginnings of the first and the last period of a part of a chart. */
export type Range = readonly [fromMs: number, toMs: number];

/** The part of a chart within a range, with its marks in the order of time. All of it without a range, and if nothing is left. */
export function within(data: ChartData, range: Range | null): ChartData {
  const shown = [...data.starts.keys()].filter((at) => isIn(range, data.starts[at] ?? 0));
  if (shown.length === 0) return within(data, null);
  const starts = shown.map((at) => data.starts[at] ?? 0);
  const nowMs = Math.min(data.nowMs, (starts.at(-1) ?? 0) + data.unitMs);
  return {
    ...data,
    starts,
    nowMs,
    layers: data.layers.map((layer) => ({ ...layer, values: shown.map((at) => layer.values[at] ?? null) })),
    marks: data.marks.filter(({ atMs }) => atMs >= (starts[0] ?? 0) && atMs <= nowMs).toSorted((one, other) => one.atMs - other.atMs),
  };
}

const isIn = (range: Range | null, startMs: number): boolean => range === null || (startMs >= range[0] && startMs <= range[1]);

/** Whether the last period is not over. */
export const isRunning = ({ starts, unitMs, nowMs }: Pick<ChartData, 'starts' | 'unitMs' | 'nowMs'>): boolean =>
  nowMs < (starts.at(-1) ?? nowMs) + unitMs;

/** The name of a period; those of a day also by their end. */
export function titleOf(data: ChartData, at: number): string {
  const { starts, unitMs } = data;
  const startMs = starts[at] ?? 0;
  if (at === starts.length - 1 && isRunning(data)) return `${periodName(startMs, unitMs)}, so far`;
  return unitMs < dayMs ? `${periodName(startMs, unitMs)}–${periodName(startMs + unitMs, unitMs)}` : periodName(startMs, unitMs);
}

export const marksIn = ({ marks, starts, unitMs }: ChartData, at: number): readonly ChartMark[] =>
  marks.filter(({ atMs }) => Math.floor((atMs - (starts[at] ?? 0)) / unitMs) === 0);

/** A figure in words, with its share of the total if it has one. */
export const describeFigure = (name: string, value: number | null, percent: number | null) =>
  `${name} ${describeValue(value)}${percent === null ? '' : ` (${percent}%)`}`;

/** A period in words. */
export const describePeriod = (data: ChartData, at: number): string =>
  [
    titleOf(data, at),
    ...figuresOf(data, at).map(({ name, value, percent }) => describeFigure(name, value, percent)),
    ...marksIn(data, at).map(({ text }) => text),
  ].join(', ');

/** A value of a chart in words. */
export const describeValue = (value: number | null): string => (value === null ? 'no value' : formatFigure(value));
