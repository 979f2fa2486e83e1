export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

const units = [
  { suffix: 'd', ms: dayMs },
  { suffix: 'h', ms: hourMs },
  { suffix: 'min', ms: 60_000 },
  { suffix: 's', ms: 1000 },
] as const;

/** Age in its largest unit. Future times count as now, because clocks differ. */
export function formatAge(atMs: number, nowMs: number): string {
  const age = Math.max(0, nowMs - atMs);
  const unit = units.find(({ ms }) => age >= ms);
  return unit ? `${Math.floor(age / unit.ms)} ${unit.suffix}` : 'now';
}

/** An age from `formatAge` as part of a sentence. */
export const formatAgo = (age: string): string => (age === 'now' ? 'just now' : `${age} ago`);

/** The date in the given number of days, in the format of date fields. */
export const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** Last second of a day in the API's format: an expiry date includes the day itself. */
export const endOfDay = (day: string): string => `${day}T23:59:59Z`;

const minuteMs = 60_000;

/** A moment in the format of date-time fields, in the browser's time zone. Empty if the text is not a date. */
export function asLocalMoment(text: string): string {
  const at = Date.parse(text);
  if (Number.isNaN(at)) return '';
  return new Date(at - new Date(at).getTimezoneOffset() * minuteMs).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

/** The moment in a date-time field in the API's format; empty if the field is empty. */
export const momentIn = (field: string): string => (field === '' ? '' : new Date(field).toISOString());

/** The time of a day: 14:10:05. */
export const formatClock = (atMs: number): string => new Date(atMs).toLocaleTimeString('en-GB');

/** The time of a day to the minute: 14:10. */
export const formatMinute = (atMs: number): string => new Date(atMs).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

/** A date: Nov 26, 2026. */
export const formatDate = (at: string): string => new Date(at).toLocaleDateString('en', { dateStyle: 'medium' });

/** A day of the year, in UTC: Nov 26. */
export const formatDayOfYear = (atMs: number): string =>
  new Date(atMs).toLocaleDateString('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** The time zone of the browser. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat('en').resolvedOptions().timeZone;

/** A moment exactly, in a time zone, by default the browser's: Nov 26, 2026, 14:10:05. */
export const formatExact = (at: string, timeZone = ownTimeZone()): string =>
  new Date(at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23', timeZone });

/** The day of a moment: Thursday, November 26, 2026. */
export const formatDay = (atMs: number): string => new Date(atMs).toLocaleDateString('en', { dateStyle: 'full' });

/** A moment as day and time: Nov 26, 14:10. */
export const formatMoment = (atMs: number): string =>
  new Date(atMs).toLocaleString('en', { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** A number with separators of thousands: 1,200. With `digits`, rounded to so many significant ones. */
export const formatFigure = (figure: number, digits?: number): string =>
  figure.toLocaleString('en', digits === undefined ? {} : { maximumSignificantDigits: digits });

/** A figure in few characters: 1.5K, 20M. */
export const shortFigure = (figure: number): string => figure.toLocaleString('en', { notation: 'compact', maximumSignificantDigits: 3 });

/** A number of things: 1 feature, 1,200 features. The plural of the noun ends in s. */
export const counted = (count: number, noun: string): string => (count === 1 ? `1 ${noun}` : `${formatFigure(count)} ${noun}s`);
