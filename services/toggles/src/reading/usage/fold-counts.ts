import type { MetricsCount } from '@signalbox/contracts';
import { beginningOf, compareTexts, hourMs } from '@signalbox/kit';

/** What one application counted of one feature in one hour, in one environment. */
export interface FoldedCount {
  readonly environment: string;
  readonly hour: number;
  readonly appName: string;
  readonly featureName: string;
  readonly yes: number;
  readonly no: number;
  readonly variants: ReadonlyMap<string, number>;
  /** When the newest of the counts was taken. */
  readonly at: number;
}

const mostHoursApart = 24;
const mostPerCount = 1e9;

/** The counts added up, sorted throughout, so that consumers that run at once write rows in the same order. */
export function foldCounts(counts: readonly MetricsCount[]): FoldedCount[] {
  const folded = new Map<string, FoldedCount>();
  for (const { appName, environment, timestamp, at, toggles } of counts) {
    const hour = believableHour(Date.parse(timestamp), Date.parse(at));
    for (const [featureName, { yes, no, variants }] of Object.entries(toggles)) {
      if (yes + no === 0) continue;
      const key = JSON.stringify([environment, hour, appName, featureName]);
      const held = folded.get(key) ?? { environment, hour, appName, featureName, yes: 0, no: 0, variants: new Map(), at: 0 };
      folded.set(key, {
        ...held,
        yes: held.yes + Math.min(yes, mostPerCount),
        no: held.no + Math.min(no, mostPerCount),
        variants: addVariants(held.variants, variants),
        at: Math.max(held.at, Date.parse(at)),
      });
    }
  }
  return [...folded].toSorted(([left], [right]) => compareTexts(left, right)).map(([, count]) => count);
}

/** A program whose clock is off by more than a day counts in the hour in which its count was taken. */
function believableHour(said: number, taken: number): number {
  return beginningOf(hourMs, Math.abs(said - taken) > mostHoursApart * hourMs ? taken : said);
}

function addVariants(held: ReadonlyMap<string, number>, more: Readonly<Record<string, number>>): ReadonlyMap<string, number> {
  const sums = new Map(held);
  for (const [name, uses] of Object.entries(more)) {
    if (uses > 0) sums.set(name, (sums.get(name) ?? 0) + Math.min(uses, mostPerCount));
  }
  return sums;
}
