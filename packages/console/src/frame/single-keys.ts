import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { saveOrSay } from '../parts/save-preference.ts';
import { type Preference, usePreference } from '../server/preference.ts';

export const singleKeysKey = 'signalbox-single-keys';

/** Whether keys without a modifier do something: in this browser as it was last, so that none does before the server has told. */
export const hasSingleKeys = signal(localStorage.getItem(singleKeysKey) !== 'off');

/** What somebody has chosen, in whatever browser; null where nothing is known of that. */
const singleKeysPreference: Preference<boolean | null> = {
  key: 'console.keyboard',
  initial: null,
  read: (stored) => (stored as { readonly singleKeys?: unknown } | null)?.singleKeys !== false,
};

/** Takes over what was chosen in another browser. */
export function useStoredSingleKeys(): void {
  const stored = usePreference(singleKeysPreference);
  useEffect(() => {
    if (stored !== null) keepSingleKeys(stored);
  }, [stored]);
}

/** Takes effect at once, and is stored for every browser. */
export function chooseSingleKeys(isWanted: boolean): void {
  keepSingleKeys(isWanted);
  void saveOrSay<unknown>(singleKeysPreference, { singleKeys: isWanted });
}

function keepSingleKeys(isWanted: boolean): void {
  hasSingleKeys.value = isWanted;
  localStorage.setItem(singleKeysKey, isWanted ? 'on' : 'off');
}
