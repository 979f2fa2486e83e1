import { dayMs, formatDayOfYear, formatMinute, hourMs } from '../../base/format.ts';
import { lowestOf } from '../../base/lowest-of.ts';

/** Distances of the figures of an axis, times a power of ten. */
const roundSteps = [1, 2, 3, 4, 5, 10];

/** Three round figures of a vertical axis that include all values. Those of counts are whole. */
export function figuresFor(values: readonly number[], are: 'counts' | 'measurements'): readonly [number, number, number] {
  const [low, high] = [are === 'counts' ? 0 : lowestOf(values), Math.max(0, ...values)];
  const least = are === 'counts' ? 1 : (high - low || Math.abs(high) || 1) / 2;
  const power = 10 ** Math.floor(Math.log10(Math.max(least, (high - low) / 2)));
  const from = (step: number) => Math.floor(low / step) * step;
  const steps = [...roundSteps, ...roundSteps.map((step) => step * 10)].map((step) => step * power);
  const step = steps.find((each) => each >= least && from(each) + 2 * each >= high) ?? power;
  return [0, 1, 2].map((index) => Number((from(step) + index * step).toPrecision(12))) as [number, number, number];
}

const minuteSteps = [1, 5, 10, 15, 30, 60];
const hourSteps = [1, 2, 3, 4, 6, 12, 24];
const daySteps = [1, 2, 7, 14, 30];

/** The periods whose start is labeled, if `maxLabels` fit. Hours follow the clock of the time zone. */
export function labeledStarts(starts: readonly number[], unitMs: number, maxLabels: number): readonly number[] {
  const indexOf = unitMs === hourMs ? (startMs: number) => new Date(startMs).getHours() : (startMs: number) => Math.round(startMs / unitMs);
  const steps = unitMs < hourMs ? minuteSteps : unitMs === hourMs ? hourSteps : daySteps;
  const step = steps.find((each) => starts.length / each <= maxLabels) ?? starts.length;
  return starts.filter((startMs) => indexOf(startMs) % step === 0);
}

/** The beginnings of the periods up to the current one, oldest first. */
export const periodsUpTo = (nowMs: number, unitMs: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => (Math.floor(nowMs / unitMs) - count + 1 + index) * unitMs);

/** The name of a period: 14:00 or 14:05, or Nov 26 for days, which are in UTC. */
export const periodName = (startMs: number, unitMs: number): string => (unitMs < dayMs ? formatMinute(startMs) : formatDayOfYear(startMs));

/** Sums of the values of each layer and all layers below it. */
export function stacked(layers: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const sums: number[][] = [];
  for (const layer of layers) sums.push(layer.map((value, index) => value + (sums.at(-1)?.[index] ?? 0)));
  return sums;
}
