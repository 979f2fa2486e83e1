/** Value of a cell. */
export type CsvCell = string | number | boolean | null;

/** Formats a table as comma-separated values (RFC 4180), line by line. */
export async function* csvOf<Column extends string>(
  columns: readonly Column[],
  rows: Iterable<Readonly<Record<Column, CsvCell>>> | AsyncIterable<Readonly<Record<Column, CsvCell>>>,
): AsyncGenerator<string> {
  yield `${columns.join()}\n`;
  for await (const row of rows) yield `${columns.map((column) => cell(row[column])).join()}\n`;
}

/** Quotes the value, and prevents spreadsheets from evaluating it as a formula. */
function cell(value: CsvCell): string {
  const text = value === null ? '' : String(value);
  return `"${/^[=+\-@\t\r]/.test(text) ? `'` : ''}${text.replaceAll('"', '""')}"`;
}
