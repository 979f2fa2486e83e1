import { deepEqual, equal } from 'node:assert/strict';
import { dayMs, hourMs, shortFigure } from '../../base/format.ts';
import { type ChartData, titleOf, within } from './chart-data.ts';
import { barsOf, markGroups, plotOf } from './plot.ts';
import { figuresFor, labeledStarts, periodName, stacked } from './scale.ts';
import { withoutFall } from './without-fall.ts';

const noon = Date.parse('2027-01-05T12:00:00Z');
const startsOf = (count: number, unitMs: number) => Array.from({ length: count }, (_, index) => noon + index * unitMs);

describe('the scale of charts', () => {
  it('has three round figures that include the maximum', () => {
    for (const [max, figures] of [
      [0, [0, 1, 2]],
      [1, [0, 1, 2]],
      [7, [0, 4, 8]],
      [10, [0, 5, 10]],
      [19, [0, 10, 20]],
      [61, [0, 40, 80]],
      [18_400, [0, 10_000, 20_000]],
    ] as const)
      deepEqual(figuresFor([max], 'counts'), figures);
  });

  it('is fractional for measurements', () => {
    for (const [max, figures] of [
      [0, [0, 0.5, 1]],
      [0.034, [0, 0.02, 0.04]],
      [0.3, [0, 0.2, 0.4]],
      [61, [0, 40, 80]],
    ] as const)
      deepEqual(figuresFor([max], 'measurements'), figures);
    equal(shortFigure(0.025), '0.025');
  });

  it('begins near measurements that are far from zero, and at zero for counts', () => {
    deepEqual(figuresFor([980, 1000], 'measurements'), [960, 980, 1000]);
    deepEqual(figuresFor([99.2, 99.9, 98.9], 'measurements'), [96, 98, 100]);
    deepEqual(figuresFor([-5, 10], 'measurements'), [-10, 0, 10]);
    deepEqual(figuresFor([500, 500], 'measurements'), [0, 300, 600]);
    deepEqual(figuresFor([980, 1000], 'counts'), [0, 500, 1000]);
  });

  it('labels minutes at regular distances', () => {
    const starts = startsOf(60, 60_000);
    deepEqual(
      labeledStarts(starts, 60_000, 6).map((start) => (start - noon) / 60_000),
      [0, 10, 20, 30, 40, 50],
    );
  });

  it('shortens large figures', () => deepEqual([0, 950, 1500, 20_000_000].map(shortFigure), ['0', '950', '1.5K', '20M']));

  it('labels as many periods as fit, at regular distances', () => {
    const distances = (count: number, unitMs: number, maxLabels: number) => {
      const shown = labeledStarts(startsOf(count, unitMs), unitMs, maxLabels);
      return [...new Set(shown.slice(1).map((start, index) => (start - (shown[index] ?? 0)) / unitMs))];
    };
    deepEqual(distances(24, hourMs, 12), [2]);
    deepEqual(distances(24, hourMs, 4), [6]);
    deepEqual(distances(8, dayMs, 10), [1]);
    deepEqual(distances(91, dayMs, 5), [30]);
  });

  it('names days in UTC', () => equal(periodName(Date.parse('2027-01-05T00:00:00Z'), dayMs), 'Jan 5'));

  it('does not fall while a period is running under constant load', () => {
    for (const elapsed of [0, 0.1, 0.5, 1]) deepEqual(withoutFall([60, 60, 60 * elapsed], elapsed), [60, 60, 60]);
    deepEqual(withoutFall([], 0.5), [0]);
  });

  it('stacks layers', () =>
    deepEqual(
      stacked([
        [1, 2],
        [3, 4],
      ]),
      [
        [1, 2],
        [4, 6],
      ],
    ));
});

describe('a part of a chart', () => {
  const starts = startsOf(4, dayMs);
  const nowMs = noon + 3.25 * dayMs;
  const data: ChartData = {
    are: 'counts',
    starts,
    unitMs: dayMs,
    nowMs,
    layers: [{ name: 'On', tone: 'first', values: [1, 2, 3, 4] }],
    marks: [
      { atMs: noon + 3 * dayMs + 1, text: 'later' },
      { atMs: noon + dayMs, text: 'second' },
      { atMs: noon - 1, text: 'before' },
    ],
  };
  const part = within(data, [starts[1] ?? 0, starts[2] ?? 0]);

  it('has the values and marks of its periods, in the order of time', () => {
    deepEqual([part.starts, part.layers[0]?.values, part.marks.map(({ text }) => text)], [starts.slice(1, 3), [2, 3], ['second']]);
    deepEqual(
      within(data, null).marks.map(({ text }) => text),
      ['second', 'later'],
    );
    deepEqual(within(data, [0, 1]), within(data, null));
  });

  it('names its last period without “so far” unless it is running', () => {
    equal(titleOf(part, 1), 'Jan 7');
    equal(titleOf(within(data, null), 3), 'Jan 8, so far');
  });

  it('numbers its marks, and those that would overlap together', () => {
    const all = within(data, null);
    const numbers = (width: number) => markGroups(all, plotOf(all, width)).map(({ first, last }) => [first, last]);
    deepEqual(
      [numbers(452), numbers(90)],
      [
        [
          [1, 1],
          [2, 2],
        ],
        [[1, 2]],
      ],
    );
  });

  it('has a bar for each day, as high as its count, also today', () => {
    const plot = plotOf(data, 452);
    const bars = barsOf(plot, data, 0);
    deepEqual(
      bars.map(({ height }) => Math.round(height)),
      [1, 2, 3, 4].map((count) => Math.round((142 * count) / 4)),
    );
    deepEqual(new Set(bars.map(({ width }) => Math.round(width))), new Set([99]));
  });
});
