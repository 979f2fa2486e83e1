import { dayMs, hourMs } from '../../base/time.ts';

/** Tops of axes whose half is round too. */
const roundTops = [1, 2, 4, 6, 8, 10];

/** The figures of a vertical axis from zero to at least `max`: three round ones. Those of counts are whole. */
export function figuresUpTo(max: number, are: 'counts' | 'measurements' = 'counts'): readonly [number, number, number] {
  const least = are === 'counts' ? 2 : Number.MIN_VALUE;
  const shown = Math.max(least, max > 0 ? max : 1);
  const power = 10 ** Math.floor(Math.log10(shown));
  const top = Number((power * (roundTops.find((round) => round * power >= shown) ?? 10)).toPrecision(1));
  return [0, top / 2, top];
}

/** A figure of an axis in few characters: 1.5K, 20M. */
export const shortFigure = (figure: number): string => figure.toLocaleString('en', { notation: 'compact', maximumSignificantDigits: 3 });

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

/** The name of a period: 14:00 or 14:05, or Nov 26 for days, which are in UTC. */
export const periodName = (startMs: number, unitMs: number): string =>
  unitMs < dayMs
    ? new Date(startMs).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
    : new Date(startMs).toLocaleDateString('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Sums of the values of each layer and all layers below it. */
export function stacked(layers: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const sums: number[][] = [];
  for (const layer of layers) sums.push(layer.map((value, index) => value + (sums.at(-1)?.[index] ?? 0)));
  return sums;
}
