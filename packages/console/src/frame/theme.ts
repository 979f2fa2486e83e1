import { effect, signal } from '@preact/signals';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const key = 'signalbox-theme';
const saved = themes.find((theme) => theme === localStorage.getItem(key));

/** What the person chose; the system decides until somebody does. */
export const theme = signal<Theme>(saved ?? 'system');

/** Shows the theme, and keeps it in this browser. */
export const followTheme = (): void => {
  effect(() => {
    localStorage.setItem(key, theme.value);
    if (theme.value === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme.value;
  });
};

export const nextTheme = (): void => {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'system';
};
