import { type FilterKey, filterKeys } from './filter.ts';

export type KnownValues = Readonly<Partial<Record<FilterKey, readonly string[]>>>;

const maxShown = 8;

/** Completions of the last word of the text: keys first, then values of the typed key. */
export function suggestionsFor(text: string, known: KnownValues): readonly string[] {
  const last = /(?:\w+:)?(?:"[^"]*|[^\s"]*)$/.exec(text)?.[0] ?? '';
  if (text === '') return filterKeys.map((each) => `${each}:`);
  if (last === '') return [];
  const before = text.slice(0, text.length - last.length);
  const [typedKey, typedValue] = splitAt(last);
  const key = filterKeys.find((each) => each === typedKey);
  if (typedValue === undefined)
    return filterKeys.filter((each) => each.startsWith(typedKey.toLowerCase())).map((each) => `${before}${each}:`);
  if (!key) return [];
  const typed = typedValue.replace('"', '').toLowerCase();
  return (known[key] ?? [])
    .filter((value) => value.toLowerCase().includes(typed) && value !== typedValue)
    .slice(0, maxShown)
    .map((value) => `${before}${key}:${/\s/.test(value) ? `"${value}"` : value} `);
}

function splitAt(word: string): readonly [string, string?] {
  const colon = word.indexOf(':');
  return colon === -1 ? [word] : [word.slice(0, colon), word.slice(colon + 1)];
}
