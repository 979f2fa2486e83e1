import type { Layer, Tone } from '../../parts/chart/chart-data.ts';
import { dayMs, hourMs } from '../../base/format.ts';
import { periodsUpTo, stacked } from '../../parts/chart/scale.ts';
import { elapsedPart, withoutFall } from '../../parts/chart/without-fall.ts';

/** On and off counts of an application in one hour or day and environment. */
export interface Counted {
  readonly appName: string;
  readonly environment: string;
  readonly timestamp: string;
  readonly yes: number;
  readonly no: number;
  readonly variants: Readonly<Record<string, number>>;
}

/** Periods of usage that can be shown, by their names in addresses. The current period is included. */
export const usageRanges = {
  '24h': { hours: 24, unitMs: hourMs, count: 24 },
  '7d': { hours: 7 * 24, unitMs: dayMs, count: 8 },
  '30d': { hours: 30 * 24, unitMs: dayMs, count: 31 },
  '90d': { hours: 90 * 24, unitMs: dayMs, count: 91 },
} as const;

export type RangeName = keyof typeof usageRanges;

/** Groups that evaluations can be counted by, by their names in addresses. */
export const usageGroups = ['result', 'variant', 'application'] as const;

export type GroupName = (typeof usageGroups)[number];

/** The beginnings of the periods of a range. */
export function startsOf(range: RangeName, nowMs: number): readonly number[] {
  const { unitMs, count } = usageRanges[range];
  return periodsUpTo(nowMs, unitMs, count);
}

type Counts = Readonly<Record<string, number>>;

/** The counts of each group. Evaluations as off have no variant. */
const countsBy: Readonly<Record<GroupName, (counted: Counted) => Counts>> = {
  result: ({ yes, no }) => ({ On: yes, Off: no }),
  variant: ({ variants }) => variants,
  application: ({ appName, yes, no }) => ({ [appName]: yes + no }),
};

const tones: readonly Tone[] = ['first', 'second', 'third'];

/** Counts are never missing. */
interface CountLayer extends Layer {
  readonly values: readonly number[];
}

/** Counts as layers of a chart: on and off, or the largest variants or applications and all others. */
export function layersOf(
  counted: readonly Counted[],
  group: GroupName,
  range: RangeName,
  starts: readonly number[],
): readonly CountLayer[] {
  const { unitMs } = usageRanges[range];
  const first = starts[0] ?? 0;
  const values = new Map<string, number[]>(group === 'result' ? ['On', 'Off'].map((name) => [name, empty(starts)]) : []);
  for (const one of counted) {
    const index = Math.floor((Date.parse(one.timestamp) - first) / unitMs);
    if (index < 0 || index >= starts.length) continue;
    for (const [name, count] of Object.entries(countsBy[group](one))) {
      const own = values.get(name) ?? empty(starts);
      own[index] = (own[index] ?? 0) + count;
      values.set(name, own);
    }
  }
  if (group === 'result') return [...values].map(([name, own]) => ({ name, values: own, tone: name === 'On' ? 'first' : 'rest' }));
  return topThree([...values], starts);
}

const empty = (starts: readonly number[]): number[] => starts.map(() => 0);

const totalOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

function topThree(all: readonly (readonly [string, readonly number[]])[], starts: readonly number[]): readonly CountLayer[] {
  const sorted = all.toSorted(([one, own], [other, others]) => totalOf(others) - totalOf(own) || (one < other ? -1 : 1));
  const named = sorted.slice(0, tones.length).map(([name, values], index): CountLayer => ({ name, values, tone: tones[index] ?? 'rest' }));
  const rest = sorted.slice(tones.length);
  if (rest.length === 0) return named;
  const values = starts.map((_, index) => totalOf(rest.map(([, own]) => own[index] ?? 0)));
  return [...named, { name: rest.length === 1 ? '1 other' : `${rest.length} others`, values, tone: 'rest' }];
}

/** Evaluations of an environment in each of the past 24 hours. The current one is estimated. */
export function hourlyOf(counted: readonly Counted[], environment: string, nowMs: number): readonly number[] {
  const own = counted.filter((one) => one.environment === environment);
  const totals = stacked(layersOf(own, 'result', '24h', startsOf('24h', nowMs)).map(({ values }) => values)).at(-1) ?? [];
  return withoutFall(totals, elapsedPart(nowMs, hourMs));
}

/** Totals per application, the largest first. */
export function applicationsOf(counted: readonly Counted[]) {
  return [...Map.groupBy(counted, ({ appName }) => appName)]
    .map(([name, own]) => ({ name, ...sumOf(own) }))
    .toSorted((one, two) => two.yes + two.no - one.yes - one.no || (one.name < two.name ? -1 : 1));
}

const sumOf = (counted: readonly { readonly yes: number; readonly no: number }[]) => ({
  yes: counted.reduce((sum, { yes }) => sum + yes, 0),
  no: counted.reduce((sum, { no }) => sum + no, 0),
});

/** The last report of each application and environment, newest first. */
export const lastReports = <Report extends Counted>(counted: readonly Report[]): readonly Report[] =>
  [...Map.groupBy(counted, ({ appName, environment }) => `${environment} ${appName}`).values()]
    .flatMap((reports) => reports.toSorted(laterFirst).slice(0, 1))
    .toSorted(laterFirst);

const laterFirst = (one: Counted, other: Counted): number => other.timestamp.localeCompare(one.timestamp);
