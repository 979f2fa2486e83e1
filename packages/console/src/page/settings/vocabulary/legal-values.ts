interface LegalValue {
  readonly value: string;
  readonly description?: string;
}

const separator = ' | ';

/** Formats values as `SE | Sweden`: value and description. */
export const linesOfLegalValues = (values: readonly LegalValue[]): readonly string[] =>
  values.map(({ value, description }) => (description ? `${value}${separator}${description}` : value));

export const legalValuesOf = (lines: readonly string[]): readonly LegalValue[] =>
  lines.map((line) => {
    const at = line.indexOf(separator);
    return at < 0 ? { value: line } : { value: line.slice(0, at).trim(), description: line.slice(at + separator.length).trim() };
  });
