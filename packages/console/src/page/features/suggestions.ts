import { termOf } from '../../base/split-filter.ts';
import type { Facet } from '../../parts/list/facets.tsx';
import { type FilterKey, keysOf } from './filter.ts';
import type { Home } from '../../server/session.ts';

export type KnownValues = Readonly<Partial<Record<FilterKey, readonly string[]>>>;

const maxShown = 8;

/** Completions of the last word of the text: keys first, then values of the typed key. */
export function suggestionsFor(text: string, known: KnownValues, home: Home): readonly string[] {
  const keys = keysOf(home);
  const last = /(?:\w+:)?(?:"[^"]*|[^\s"]*)$/.exec(text)?.[0] ?? '';
  if (text === '') return keys.map((each) => `${each}:`);
  if (last === '') return [];
  const before = text.slice(0, text.length - last.length);
  const [typedKey, typedValue] = splitAt(last);
  const key = keys.find((each) => each === typedKey);
  if (typedValue === undefined) return keys.filter((each) => each.startsWith(typedKey.toLowerCase())).map((each) => `${before}${each}:`);
  if (!key) return [];
  const typed = typedValue.replace('"', '').toLowerCase();
  return (known[key] ?? [])
    .filter((value) => value.toLowerCase().includes(typed) && value !== typedValue)
    .slice(0, maxShown)
    .map((value) => `${before}${termOf(key, value)} `);
}

/** Filter keys that have a button. */
const facetKeys: readonly (readonly FilterKey[])[] = [
  ['project'],
  ['state'],
  ['type'],
  ['tag'],
  ['on', 'off'],
  ['segment'],
  ['changed'],
  ['cleanup'],
];

const titles: Readonly<Record<string, string>> = {
  project: 'Project',
  state: 'State',
  type: 'Type',
  tag: 'Tag',
  on: 'Environment',
  segment: 'Segment',
  changed: 'Changed',
  cleanup: 'Cleanup',
};

/** The buttons of the filter with the values that they offer. */
export const facetsOf = (known: KnownValues, home: Home): readonly Facet[] =>
  facetKeys
    .filter(([key]) => key && keysOf(home).includes(key))
    .map((keys) => ({
      title: titles[keys[0] ?? ''] ?? '',
      choices: keys.flatMap((key) =>
        (known[key] ?? []).map((value) => ({
          title: key === 'on' || key === 'off' ? `${key} in ${value}` : value,
          term: termOf(key, value),
        })),
      ),
    }));

function splitAt(word: string): readonly [string, string?] {
  const colon = word.indexOf(':');
  return colon === -1 ? [word] : [word.slice(0, colon), word.slice(colon + 1)];
}
