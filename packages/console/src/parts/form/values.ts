/** Splits typed or pasted text at line breaks and commas. Trims values and drops empty ones. */
export const valuesIn = (written: string): readonly string[] =>
  written
    .split(/[\n\r,]+/)
    .map((part) => part.trim())
    .filter(Boolean);

/** Adds values that are not in the list yet. */
export const withValues = (values: readonly string[], written: string): readonly string[] => [
  ...new Set([...values, ...valuesIn(written)]),
];
