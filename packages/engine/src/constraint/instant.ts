const grammar = /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,12})?)?(?:[Zz]|[+-]\d\d:?\d\d)?)?$/;
const zone = /(?:[Zz]|[+-]\d\d:?\d\d)$/;

/**
 * Milliseconds of an RFC 3339 date-time, NaN where the text is none. A date alone is its midnight, and a time without
 * a zone is UTC: the zone of the process must not decide whether a feature is on.
 */
export function parseInstant(text: string): number {
  if (!grammar.test(text)) return Number.NaN;
  const complete = text.length === 10 || zone.test(text) ? text : `${text}Z`;
  return Date.parse(complete.replace(',', '.'));
}
