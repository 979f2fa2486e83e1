/** Rank of a name for the words of a query, all in lower case. Lower is better. Names that do not contain the words come last. */
export function rankOf(name: string, words: readonly string[]): number {
  const typed = words.join(' ');
  if (name === typed) return 0;
  const at = name.indexOf(typed);
  if (at === 0) return 1;
  if (at > 0 && !isLetter(name, at - 1)) return 2;
  return words.every((word) => name.includes(word)) ? 3 : otherTexts;
}

const otherTexts = 4;
const ranks = otherTexts + 1;

const isLetter = (text: string, at: number): boolean => /[\p{L}\p{N}]/u.test(text.charAt(at));

/** The best items by rank, at most `limit`. Items of the same rank keep their order. */
export function bestOf<T>(items: Iterable<T>, rank: (item: T) => number, limit: number): T[] {
  const found = Array.from({ length: ranks }, (): T[] => []);
  for (const item of items) {
    const group = found[rank(item)];
    if (group && group.length < limit) group.push(item);
    if (found[0] && found[0].length >= limit) break;
  }
  return found.flat().slice(0, limit);
}
