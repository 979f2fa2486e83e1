/** Milliseconds. */
export const minuteMs = 60_000;
/** Milliseconds. */
export const hourMs = 60 * minuteMs;
/** Milliseconds. */
export const dayMs = 24 * hourMs;

/** Beginning of the hour or UTC day that contains a point in time. Both are epoch milliseconds. */
export const beginningOf = (unitMs: number, atMs: number): number => Math.floor(atMs / unitMs) * unitMs;
