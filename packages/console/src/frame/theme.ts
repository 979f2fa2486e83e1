import { showRefusal } from '../parts/layer/toast.tsx';
import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Preference, savePreference, usePreference } from '../server/preference.ts';

/** Each theme in words. */
export const themeTitles = { system: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' };

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const themeNamed = (name: unknown): Theme | null => themes.find((theme) => theme === name) ?? null;

const key = 'signalbox-theme';

/** The current theme. Starts with this browser's last value, so that colors do not change while a page loads. */
export const theme = signal<Theme>(themeNamed(localStorage.getItem(key)) ?? 'system');

/** The user's choice on the server. */
const themePreference: Preference<Theme | null> = { key: 'console.theme', initial: null, read: themeNamed };

/** True once the theme was chosen or read from the server since the page was loaded: a later response is stale. */
let isChosen = false;

/** Applies the theme and stores it in this browser. */
export const followTheme = (): void => {
  effect(() => {
    localStorage.setItem(key, theme.value);
    if (theme.value === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme.value;
  });
};

/** Applies the choice made in another browser. */
export function useStoredTheme(): void {
  const stored = usePreference(themePreference);
  useEffect(() => {
    if (stored === null || isChosen) return;
    isChosen = true;
    theme.value = stored;
  }, [stored]);
}

/** Applies the theme immediately and stores it for all of the user's browsers. */
export function chooseTheme(chosen: Theme): void {
  isChosen = true;
  theme.value = chosen;
  void showRefusal(() => savePreference(themePreference, chosen));
}

export const nextTheme = (): void => chooseTheme(themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'system');
