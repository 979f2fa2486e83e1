/** One text for several, to keep something by. NUL stands between them: no text that the wire lets in holds it. */
export const compositeKey = (...parts: readonly (string | number | boolean | null | undefined)[]): string => parts.join('\0');
