const units = [
  { suffix: 'd', ms: 86_400_000 },
  { suffix: 'h', ms: 3_600_000 },
  { suffix: 'min', ms: 60_000 },
  { suffix: 's', ms: 1000 },
] as const;

/** How long ago something was, in its largest unit. What lies ahead is now: clocks differ. */
export function sayAge(atMs: number, nowMs: number): string {
  const age = Math.max(0, nowMs - atMs);
  const unit = units.find(({ ms }) => age >= ms);
  return unit ? `${Math.floor(age / unit.ms)} ${unit.suffix}` : 'now';
}

/** An age as `sayAge` has it, in a sentence. */
export const sayAgo = (age: string): string => (age === 'now' ? 'just now' : `${age} ago`);

const dayMs = 86_400_000;

/** The day in so many days, as fields for dates have it. */
export const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** The last moment of a day, as the server reads it: what expires on a day holds while that lasts. */
export const endOfDay = (day: string): string => `${day}T23:59:59Z`;

const minuteMs = 60_000;

/** A moment as fields for date and time have it, in the time zone of the browser: empty for what is none. */
export function asLocalMoment(text: string): string {
  const at = Date.parse(text);
  if (Number.isNaN(at)) return '';
  return new Date(at - new Date(at).getTimezoneOffset() * minuteMs).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

/** The moment in such a field, as the server reads it: empty for none. */
export const momentIn = (field: string): string => (field === '' ? '' : new Date(field).toISOString());
