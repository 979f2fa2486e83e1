import type { Preference } from '../../server/preference.ts';

/** How many environments stand side by side. */
export const maxColumns = 3;

/** The environments that somebody has chosen to see, by project. */
export type Columns = Readonly<Record<string, readonly string[]>>;

export const columnsPreference: Preference<Columns> = {
  key: 'console.columns',
  initial: {},
  read: (stored) =>
    typeof stored !== 'object' || stored === null
      ? {}
      : Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, string[]] => isTexts(entry[1]))),
};

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');

/** The environments that are shown, in their own order: those that were chosen and are still there, else the first. */
export function shownOf<T extends { readonly name: string }>(all: readonly T[], chosen: readonly string[] = []): readonly T[] {
  const shown = all.filter(({ name }) => chosen.includes(name)).slice(0, maxColumns);
  return shown.length > 0 ? shown : all.slice(0, maxColumns);
}
