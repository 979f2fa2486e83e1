import type { Preference } from '../../server/preference.ts';

/** Maximum number of environment columns. */
export const maxColumns = 3;

/** The user's choice of environments by project; that of the list across projects has an empty key. */
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

/** The environments shown as columns, in their own order: the selected ones that still exist, otherwise the first ones. */
export function shownOf(all: readonly string[], chosen: readonly string[] = []): readonly string[] {
  const shown = all.filter((name) => chosen.includes(name)).slice(0, maxColumns);
  return shown.length > 0 ? shown : all.slice(0, maxColumns);
}
