/** One key of several parts, whatever characters these hold: for maps and sets, not for storage. */
export const compositeKey = (...parts: readonly (string | number | boolean)[]): string => JSON.stringify(parts);
