/** A search query: words, and values by `key:value`. Values of the same key are alternatives. */
export interface Terms<Key extends string> {
  readonly words: readonly string[];
  readonly named: Readonly<Partial<Record<Key, readonly string[]>>>;
}

/** Parses a search query. Values with spaces are in quotation marks. Terms with an unknown key count as words. */
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
