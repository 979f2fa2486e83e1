/** Parses lines of `field=value`. */
export const propertiesIn = (lines: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    lines.flatMap((line) => {
      const [, field, value] = /^([^=]+)=(.*)$/.exec(line.trim()) ?? [];
      return field === undefined || value === undefined ? [] : [[field.trim(), value.trim()]];
    }),
  );
