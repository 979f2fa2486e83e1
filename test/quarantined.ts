/**
 * Unsteady tests by their full title, each with the reason and the day on which it came here. A failure of one of them is printed and does not
 * fail the run. The list is to be empty.
 */
export const quarantined: Readonly<Record<string, string>> = {
  'the metrics of a service omit values of an unavailable database, and include the rest':
    '2026-11-26: on MySQL, one run in three still reads 0 for five seconds after the store was closed.',
};
