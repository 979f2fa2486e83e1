/** On and off counts of an application in one hour and environment. */
export interface Counted {
  readonly appName: string;
  readonly environment: string;
  readonly timestamp: string;
  readonly yes: number;
  readonly no: number;
}

export interface Hour {
  readonly startMs: number;
  readonly yes: number;
  readonly no: number;
}

const hourMs = 3_600_000;

/** The hours up to the current one, oldest first, including empty ones. */
export function hoursOf(counted: readonly Counted[], environment: string, nowMs: number, count: number): readonly Hour[] {
  const last = Math.floor(nowMs / hourMs) * hourMs;
  const byHour = Map.groupBy(
    counted.filter((one) => one.environment === environment),
    ({ timestamp }) => Math.floor(Date.parse(timestamp) / hourMs) * hourMs,
  );
  return Array.from({ length: count }, (_, index) => {
    const startMs = last - (count - 1 - index) * hourMs;
    return { startMs, ...sumOf(byHour.get(startMs) ?? []) };
  });
}

/** Totals per application, the largest first. */
export function applicationsOf(counted: readonly Counted[], environment: string) {
  const byName = Map.groupBy(
    counted.filter((one) => one.environment === environment),
    ({ appName }) => appName,
  );
  return [...byName]
    .map(([name, own]) => ({ name, ...sumOf(own) }))
    .toSorted((one, two) => two.yes + two.no - one.yes - one.no || (one.name < two.name ? -1 : 1));
}

export const sumOf = (counted: readonly { readonly yes: number; readonly no: number }[]) => ({
  yes: counted.reduce((sum, { yes }) => sum + yes, 0),
  no: counted.reduce((sum, { no }) => sum + no, 0),
});

/** SVG path through one value per hour, scaled to `highest` and the given size. */
export function lineThrough(
  figures: readonly number[],
  highest: number,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const step = width / Math.max(1, figures.length - 1);
  return figures
    .map(
      (figure, index) =>
        `${index === 0 ? 'M' : 'L'}${(index * step).toFixed(1)} ${(height - (height * figure) / Math.max(1, highest)).toFixed(1)}`,
    )
    .join('');
}

/** The last report of each application and environment, newest first. */
export const lastReports = (counted: readonly Counted[]): readonly Counted[] =>
  [...Map.groupBy(counted, ({ appName, environment }) => `${environment} ${appName}`).values()]
    .flatMap((reports) => reports.toSorted(laterFirst).slice(0, 1))
    .toSorted(laterFirst);

const laterFirst = (one: Counted, other: Counted): number => other.timestamp.localeCompare(one.timestamp);
