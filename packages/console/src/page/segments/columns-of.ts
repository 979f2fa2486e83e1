/** The names in the first line of a CSV file (RFC 4180). */
export function columnsOf(text: string): readonly string[] {
  const [line = ''] = text.replace(/^\uFEFF/, '').split(/\r?\n/, 1);
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = '']) =>
    (quoted?.replaceAll('""', '"') ?? plain).trim(),
  );
}
