/** The values in what was typed or pasted: lines and commas divide them, blanks around them and empty ones are left out. */
export const valuesIn = (written: string): readonly string[] =>
  written
    .split(/[\n\r,]+/)
    .map((part) => part.trim())
    .filter(Boolean);

/** Adds values that are not there yet. */
export const withValues = (values: readonly string[], written: string): readonly string[] => [
  ...new Set([...values, ...valuesIn(written)]),
];
