interface LeadTime {
  readonly name: string;
  readonly timeToProduction: number;
}

/** Upper limits of the ranges, in days; the last has no limit. */
const ranges = [0, 3, 7, 14, 30, 60];

const titleOf = (max: number, index: number): string => (index === 0 ? '<1 day' : `${(ranges[index - 1] ?? 0) + 1}–${max}`);

/** The features by ranges of whole days, with the median and the slowest. Requires at least one. */
export function distribute(features: readonly LeadTime[]) {
  const sorted = features.toSorted((one, other) => one.timeToProduction - other.timeToProduction);
  const days = sorted.map(({ timeToProduction }) => timeToProduction);
  const within = (from: number, to: number) => [days.filter((each) => each > from && each <= to).length];
  const columns = ranges.map((max, index) => ({ title: titleOf(max, index), counts: within(ranges[index - 1] ?? -1, max) }));
  const [low, high] = [days[Math.floor((days.length - 1) / 2)] ?? 0, days[Math.floor(days.length / 2)] ?? 0];
  return {
    columns: [...columns, { title: '>60', counts: within(ranges.at(-1) ?? 0, Infinity) }],
    median: (low + high) / 2,
    slowest: sorted.at(-1) ?? { name: '', timeToProduction: 0 },
  };
}
