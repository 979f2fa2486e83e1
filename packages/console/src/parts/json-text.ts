/** A JSON value that is neither null nor a list. */
export type JsonValue = boolean | number | string | Readonly<Record<string, unknown>>;

/** The value that a text stands for: JSON where it is JSON, else the text itself. Null for an empty text. */
export function valueOf(text: string): JsonValue | null {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as JsonValue | null;
  } catch {
    return text;
  }
}

/** The text that `valueOf` turns into this value. Text that would be read as JSON is quoted. */
export function textOf(value: JsonValue | null): string {
  if (value === null) return '';
  return typeof value === 'string' && valueOf(value) === value ? value : JSON.stringify(value);
}
