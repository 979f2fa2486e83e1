/** Milliseconds. */
export const minuteMs = 60_000;
/** Milliseconds. */
export const hourMs = 60 * minuteMs;
/** Milliseconds. */
export const dayMs = 24 * hourMs;

/** When the hour, or the day (UTC), that a point in time is in began. Both are epoch milliseconds. */
export const beginningOf = (unitMs: number, atMs: number): number => Math.floor(atMs / unitMs) * unitMs;
