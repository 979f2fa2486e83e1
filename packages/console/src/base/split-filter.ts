/** A filter text as complete terms, such as `state:stale`, and free words. */
export interface SplitFilter {
  readonly terms: readonly string[];
  readonly words: string;
}

/** Free text in a field while the user types. */
interface TypedFilter extends SplitFilter {
  /** The text without the terms that are complete. */
  readonly left: string;
}

const token = /(?:(\w+):)?(?:"[^"]*"|\S+)/g;

/** Separates the terms of known keys from the words of a filter. */
export function splitFilter(text: string, keys: readonly string[]): SplitFilter {
  const tokens = [...text.matchAll(token)];
  return {
    terms: tokens.filter(([, key]) => key !== undefined && keys.includes(key)).map(([term]) => term),
    words: tokens
      .filter(([, key]) => key === undefined || !keys.includes(key))
      .map(([word]) => word)
      .join(' '),
  };
}

/** Like `splitFilter`. The last term is complete once a space follows, and its key alone is no word. */
export function splitTyped(text: string, keys: readonly string[]): TypedFilter {
  const last = /(?:\w+:)?(?:"[^"]*"?|\S*)$/.exec(text)?.[0] ?? '';
  const isTerm = keys.some((key) => last.startsWith(`${key}:`));
  const complete = splitFilter(isTerm ? text.slice(0, text.length - last.length) : text, keys);
  if (complete.terms.length === 0) return { ...complete, left: text };
  return { ...complete, left: [complete.words, isTerm ? last : ''].filter(Boolean).join(' ') };
}

/** The text of a filter. */
export const joinFilter = ({ terms, words }: SplitFilter): string => [...terms, words].filter(Boolean).join(' ');

/** A term of a filter; values with spaces are in quotation marks. */
export const termOf = (key: string, value: string): string => `${key}:${/\s/.test(value) ? `"${value}"` : value}`;
