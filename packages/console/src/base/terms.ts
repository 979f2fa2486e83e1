/** A search as somebody types it: words, and what is named by `key:value`. Values of one key are alternatives. */
export interface Terms<Key extends string> {
  readonly words: readonly string[];
  readonly named: Readonly<Partial<Record<Key, readonly string[]>>>;
}

/** Reads the terms of a text; values with spaces stand in quotation marks. What begins with no known key is a word. */
export function readTerms<const Key extends string>(text: string, keys: readonly Key[]): Terms<Key> {
  const words: string[] = [];
  const named: Partial<Record<Key, string[]>> = {};
  for (const [, key = '', quoted, plain] of text.matchAll(/(?:(\w+):)?(?:"([^"]*)"|(\S+))/g)) {
    const value = quoted ?? plain ?? '';
    const known = keys.find((each) => each === key);
    if (known) (named[known] ??= []).push(value);
    else words.push(key ? `${key}:${value}` : value);
  }
  return { words, named };
}
