/** A count with the singular and the plural of its noun. */
type Counted = readonly [count: number, one: string, several: string];

const inEnglish = new Intl.ListFormat('en');

/** The counts above zero in words: `1 strategy and 2 segments`. Empty if there are none. */
export const formatCounts = (...counts: readonly Counted[]): string =>
  inEnglish.format(counts.filter(([count]) => count > 0).map(([count, one, several]) => `${count} ${count === 1 ? one : several}`));
