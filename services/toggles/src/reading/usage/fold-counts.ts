import type { MetricsCount } from '@signalbox/contracts';
import { compositeKey, beginningOf, compareTexts, hourMs } from '@signalbox/kit';

/** What one application counted of one feature in one hour, in one environment. */
export interface FoldedCount {
  readonly environment: string;
  /** Of which projects the application may count, `*` for all. */
  readonly projects: readonly string[];
  readonly hour: number;
  readonly appName: string;
  readonly featureName: string;
  readonly yes: number;
  readonly no: number;
  readonly variants: ReadonlyMap<string, number>;
  /** When the newest of the counts was taken. */
  readonly at: number;
}

const maxHoursApart = 24;
const maxPerCount = 1e9;

/** The counts added up, sorted throughout, so that consumers that run at once write rows in the same order. */
export function foldCounts(counts: readonly MetricsCount[]): FoldedCount[] {
  const folded = new Map<string, FoldedCount>();
  for (const { appName, environment, projects = ['*'], timestamp, at, toggles } of counts) {
    const hour = believableHour(Date.parse(timestamp), Date.parse(at));
    for (const [featureName, { yes, no, variants }] of Object.entries(toggles)) {
      if (yes + no === 0) continue;
      const key = compositeKey(environment, hour, appName, featureName, ...projects);
      const sum = folded.get(key) ?? { environment, projects, hour, appName, featureName, yes: 0, no: 0, variants: new Map(), at: 0 };
      folded.set(key, {
        ...sum,
        yes: sum.yes + Math.min(yes, maxPerCount),
        no: sum.no + Math.min(no, maxPerCount),
        variants: addVariants(sum.variants, variants),
        at: Math.max(sum.at, Date.parse(at)),
      });
    }
  }
  return [...folded].toSorted(([left], [right]) => compareTexts(left, right)).map(([, count]) => count);
}

/** An application whose clock is off by more than a day counts in the hour in which its count was taken. */
function believableHour(said: number, taken: number): number {
  return beginningOf(hourMs, Math.abs(said - taken) > maxHoursApart * hourMs ? taken : said);
}

function addVariants(known: ReadonlyMap<string, number>, more: Readonly<Record<string, number>>): ReadonlyMap<string, number> {
  const sums = new Map(known);
  for (const [name, uses] of Object.entries(more)) {
    if (uses > 0) sums.set(name, (sums.get(name) ?? 0) + Math.min(uses, maxPerCount));
  }
  return sums;
}
