import type { MetricsCount } from '@signalbox/contracts';
import { beginningOf, compareTexts, hourMs } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';

/** The counts of one application for one feature in one hour and environment. */
export interface FoldedCount {
  readonly environment: string;
  /** The projects that the application may count, `*` for all. */
  readonly projects: readonly string[];
  readonly hour: number;
  readonly appName: string;
  readonly featureName: string;
  readonly yes: number;
  readonly no: number;
  readonly variants: ReadonlyMap<string, number>;
  /** Time of the newest count. */
  readonly at: number;
}

const maxHoursApart = 24;
const maxPerCount = 1e9;

/** A sum in progress. */
type Sum = Omit<FoldedCount, 'yes' | 'no' | 'at' | 'variants'> & { yes: number; no: number; at: number; variants: Map<string, number> };

/** The sums of the counts, sorted by all keys, so that concurrent consumers write rows in the same order. */
export function foldCounts(counts: readonly MetricsCount[]): FoldedCount[] {
  const sums = new Map<string, Sum>();
  for (const { appName, environment, projects = ['*'], timestamp, at, toggles } of counts) {
    const taken = Date.parse(at);
    const hour = plausibleHour(Date.parse(timestamp), taken);
    const prefix = compositeKey(environment, hour, appName);
    const suffix = compositeKey(...projects);
    for (const [featureName, { yes, no, variants }] of Object.entries(toggles)) {
      if (yes + no === 0) continue;
      const key = compositeKey(prefix, featureName, suffix);
      const sum = sums.get(key) ?? { environment, projects, hour, appName, featureName, yes: 0, no: 0, variants: new Map(), at: 0 };
      sums.set(key, sum);
      sum.yes += Math.min(yes, maxPerCount);
      sum.no += Math.min(no, maxPerCount);
      sum.at = Math.max(sum.at, taken);
      addVariants(sum.variants, variants);
    }
  }
  return [...sums].toSorted(([left], [right]) => compareTexts(left, right)).map(([, sum]) => sum);
}

/** If the clock of an application is off by more than a day, its count belongs to the hour of its arrival. */
function plausibleHour(reported: number, taken: number): number {
  return beginningOf(hourMs, Math.abs(reported - taken) > maxHoursApart * hourMs ? taken : reported);
}

function addVariants(sums: Map<string, number>, more: Readonly<Record<string, number>>): void {
  for (const [name, uses] of Object.entries(more)) {
    if (uses > 0) sums.set(name, (sums.get(name) ?? 0) + Math.min(uses, maxPerCount));
  }
}
