import { type FilterKey, filterKeys } from './filter.ts';

/** What a key may be followed by, as far as it is known. */
export type KnownValues = Readonly<Partial<Record<FilterKey, readonly string[]>>>;

const maxShown = 8;

/** The text with its last word completed, in each way that is known: keys first, then the values of the key that was typed. */
export function suggestionsFor(text: string, known: KnownValues): readonly string[] {
  const last = /(?:\w+:)?(?:"[^"]*|[^\s"]*)$/.exec(text)?.[0] ?? '';
  if (last === '') return [];
  const before = text.slice(0, text.length - last.length);
  const [typedKey, typedValue] = splitAt(last);
  const key = filterKeys.find((each) => each === typedKey);
  if (typedValue === undefined)
    return filterKeys.filter((each) => each.startsWith(typedKey.toLowerCase())).map((each) => `${before}${each}:`);
  if (!key) return [];
  const wanted = typedValue.replace('"', '').toLowerCase();
  return (known[key] ?? [])
    .filter((value) => value.toLowerCase().includes(wanted) && value !== typedValue)
    .slice(0, maxShown)
    .map((value) => `${before}${key}:${/\s/.test(value) ? `"${value}"` : value} `);
}

function splitAt(word: string): readonly [string, string?] {
  const colon = word.indexOf(':');
  return colon === -1 ? [word] : [word.slice(0, colon), word.slice(colon + 1)];
}
