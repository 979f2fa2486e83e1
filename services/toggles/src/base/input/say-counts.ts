/** How many of something there are, with its name for one and for several. */
type Counted = readonly [count: number, one: string, several: string];

const inEnglish = new Intl.ListFormat('en');

/** Those that there are, in words: `1 strategy and 2 segments`; empty where there is none. */
export const sayCounts = (...counts: readonly Counted[]): string =>
  inEnglish.format(counts.filter(([count]) => count > 0).map(([count, one, several]) => `${count} ${count === 1 ? one : several}`));
