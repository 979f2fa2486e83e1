import { showRefusal } from './layer/toast.tsx';
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Preference, savePreference, usePreference } from '../server/preference.ts';

export const singleKeysKey = 'signalbox-single-keys';

/** Whether single-key shortcuts are on. Starts with this browser's last value, so that none fires before the server has answered. */
export const hasSingleKeys = signal(localStorage.getItem(singleKeysKey) !== 'off');

/** The user's choice on the server; null if unknown. */
const singleKeysPreference: Preference<boolean | null> = {
  key: 'console.keyboard',
  initial: null,
  read: (stored) => (stored as { readonly singleKeys?: unknown } | null)?.singleKeys !== false,
};

/** True once the user has chosen since the page was loaded: a later response is stale. */
let isChosen = false;

/** Applies the choice made in another browser. */
export function useStoredSingleKeys(): void {
  const stored = usePreference(singleKeysPreference);
  useEffect(() => {
    if (stored !== null && !isChosen) keepSingleKeys(stored);
  }, [stored]);
}

/** Takes effect immediately and is stored for all of the user's browsers. */
export function chooseSingleKeys(isOn: boolean): void {
  isChosen = true;
  keepSingleKeys(isOn);
  void showRefusal(() => savePreference<unknown>(singleKeysPreference, { singleKeys: isOn }));
}

function keepSingleKeys(isOn: boolean): void {
  hasSingleKeys.value = isOn;
  localStorage.setItem(singleKeysKey, isOn ? 'on' : 'off');
}
