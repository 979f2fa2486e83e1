/**
 * Flaky tests by full title, with the reason and the day on which they were added. Their failures are printed but do not fail the run. The
 * goal is an empty list.
 */
export const quarantined: Readonly<Record<string, string>> = {
  'the metrics of a service omit values of an unavailable database, and include the rest':
    '2026-11-26: on MySQL, one run in three still reads 0 for five seconds after the store was closed.',
};
