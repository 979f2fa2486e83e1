/** What a cell of a table may hold. */
export type CsvCell = string | number | boolean | null;

/** A table as comma-separated values (RFC 4180), line by line. */
export async function* csvOf<Column extends string>(
  columns: readonly Column[],
  rows: Iterable<Readonly<Record<Column, CsvCell>>> | AsyncIterable<Readonly<Record<Column, CsvCell>>>,
): AsyncGenerator<string> {
  yield `${columns.join()}\n`;
  for await (const row of rows) yield `${columns.map((column) => cell(row[column])).join()}\n`;
}

/** Quoted, and no formula for the program that opens it. */
function cell(value: CsvCell): string {
  const text = value === null ? '' : String(value);
  return `"${/^[=+\-@\t\r]/.test(text) ? `'` : ''}${text.replaceAll('"', '""')}"`;
}
