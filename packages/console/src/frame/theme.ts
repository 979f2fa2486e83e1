import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { saveOrSay } from '../parts/save-preference.ts';
import { type Preference, usePreference } from '../server/preference.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const themeNamed = (name: unknown): Theme | null => themes.find((theme) => theme === name) ?? null;

const key = 'signalbox-theme';

/** What is shown: in this browser the last choice, so that no page changes its colours while it loads. */
export const theme = signal<Theme>(themeNamed(localStorage.getItem(key)) ?? 'system');

/** What somebody has chosen, in whatever browser. */
const themePreference: Preference<Theme | null> = { key: 'console.theme', initial: null, read: themeNamed };

/** Whether it was chosen since the page was loaded, here or by what is stored: an answer that comes later is older. */
let isChosen = false;

/** Shows the theme, and stores it in this browser. */
export const followTheme = (): void => {
  effect(() => {
    localStorage.setItem(key, theme.value);
    if (theme.value === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme.value;
  });
};

/** Takes over what was chosen in another browser. */
export function useStoredTheme(): void {
  const stored = usePreference(themePreference);
  useEffect(() => {
    if (stored === null || isChosen) return;
    isChosen = true;
    theme.value = stored;
  }, [stored]);
}

/** Shows it at once, and stores it for every browser. */
export function chooseTheme(chosen: Theme): void {
  isChosen = true;
  theme.value = chosen;
  void saveOrSay(themePreference, chosen);
}

export const nextTheme = (): void => chooseTheme(themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'system');
