/** How often a feature was on and off for an application in an hour of an environment. */
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

/** The hours up to the present one, the oldest first, those without answers too. */
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

/** All that each application was answered, the one that asked most first. */
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

/** The line through one figure of each hour, on a surface of that size; the highest of all figures is its top. */
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

/** The last report of each application from each environment, the newest first. */
export const lastReports = (counted: readonly Counted[]): readonly Counted[] =>
  [...Map.groupBy(counted, ({ appName, environment }) => `${environment} ${appName}`).values()]
    .flatMap((reports) => reports.toSorted(laterFirst).slice(0, 1))
    .toSorted(laterFirst);

const laterFirst = (one: Counted, other: Counted): number => other.timestamp.localeCompare(one.timestamp);
