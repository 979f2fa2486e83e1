/** Combines several values into one map key, separated by NUL, which no accepted text contains. */
export const compositeKey = (...parts: readonly (string | number | boolean | null | undefined)[]): string => parts.join('\0');
