/**
 * Returns true if a routing key matches a topic pattern. Words are separated by dots; `*` stands for exactly one word, `#` for any number
 * of words, including none (AMQP 0-9-1, topic exchange type).
 */
export function matchesTopic(pattern: string, key: string): boolean {
  // Nearly all patterns are keys, and a message is compared with dozens.
  if (!hasWildcard.test(pattern)) return pattern === key;
  return matchesWords(words(pattern), words(key));
}

const hasWildcard = /[*#]/;

function words(text: string): readonly string[] {
  return text === '' ? [] : text.split('.');
}

function matchesWords(pattern: readonly string[], key: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return key.length === 0;
  if (first === '#') return key.some((_, index) => matchesWords(rest, key.slice(index))) || matchesWords(rest, []);
  return key.length > 0 && (first === '*' || first === key[0]) && matchesWords(rest, key.slice(1));
}
