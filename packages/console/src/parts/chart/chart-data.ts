import { hourMs } from '../../base/time.ts';
import { periodName } from './scale.ts';
import { partsTexts } from '../texts.ts';

/** Counts of all periods. */
export interface Layer {
  readonly name: string;
  readonly values: readonly number[];
  /** `rest` is neutral. */
  readonly tone: Tone;
}

export type Tone = 'first' | 'second' | 'third' | 'rest';

/** A change that took effect at a time. */
export interface ChartMark {
  readonly atMs: number;
  readonly text: string;
}

/** Counts by period, stacked in the order of the layers. */
export interface ChartData {
  /** The beginnings of the periods, oldest first. The last one is still running. */
  readonly starts: readonly number[];
  readonly unitMs: number;
  readonly nowMs: number;
  readonly layers: readonly Layer[];
  readonly marks: readonly ChartMark[];
}

/** A figure with its share of all layers, for a period or, with null, for all of them. */
export function figuresOf({ layers }: ChartData, at: number | null) {
  const figures = layers.map(({ name, tone, values }) => ({
    name,
    tone,
    count: at === null ? values.reduce((sum, value) => sum + value, 0) : (values[at] ?? 0),
  }));
  const total = figures.reduce((sum, { count }) => sum + count, 0);
  return figures.map((figure) => ({ ...figure, percent: total === 0 ? null : Math.round((100 * figure.count) / total) }));
}

/** The name of a period; an hour also by its end. */
export function titleOf({ starts, unitMs }: ChartData, at: number): string {
  const startMs = starts[at] ?? 0;
  if (at === starts.length - 1) return partsTexts.chart.running(periodName(startMs, unitMs));
  return unitMs === hourMs ? `${periodName(startMs, unitMs)}–${periodName(startMs + unitMs, unitMs)}` : periodName(startMs, unitMs);
}

export const marksIn = ({ marks, starts, unitMs }: ChartData, at: number): readonly ChartMark[] =>
  marks.filter(({ atMs }) => Math.floor((atMs - (starts[at] ?? 0)) / unitMs) === 0);

/** A period in words. */
export const describePeriod = (data: ChartData, at: number): string =>
  [
    titleOf(data, at),
    ...figuresOf(data, at).map(({ name, count, percent }) => partsTexts.chart.figure(name, count, percent)),
    ...marksIn(data, at).map(({ text }) => text),
  ].join(', ');
