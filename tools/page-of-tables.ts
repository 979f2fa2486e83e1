/** A page in Markdown with one table per title, if it has rows. Ends in a newline. */
export function pageOfTables(
  introduction: string,
  header: string,
  tables: readonly (readonly [title: string, rows: readonly string[]])[],
): string {
  const filled = tables.filter(([, rows]) => rows.length > 0);
  return [introduction, ...filled.map(([title, rows]) => `## ${title}\n\n${header}\n${rows.join('\n')}\n`)].join('\n');
}
