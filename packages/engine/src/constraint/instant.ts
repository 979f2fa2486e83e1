const grammar = /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,12})?)?(?:[Zz]|[+-]\d\d:?\d\d)?)?$/;
const zone = /(?:[Zz]|[+-]\d\d:?\d\d)$/;

/**
 * Parses an RFC 3339 date-time to milliseconds, or NaN. A date is its midnight. A time without a zone is UTC, because the time zone of the
 * process must not affect the result.
 */
export function parseInstant(text: string): number {
  if (!grammar.test(text)) return Number.NaN;
  const complete = text.length === 10 || zone.test(text) ? text : `${text}Z`;
  return Date.parse(complete.replace(',', '.'));
}
