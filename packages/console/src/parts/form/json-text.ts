/** A JSON value except null and arrays. */
export type JsonValue = boolean | number | string | Readonly<Record<string, unknown>>;

/** Parses a text as JSON if valid, otherwise as a string. Null for an empty text. */
export function valueOf(text: string): JsonValue | null {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as JsonValue | null;
  } catch {
    return text;
  }
}

/** The text that `valueOf` parses to this value. Strings that look like JSON are quoted. */
export function textOf(value: JsonValue | null): string {
  if (value === null) return '';
  return typeof value === 'string' && valueOf(value) === value ? value : JSON.stringify(value);
}
