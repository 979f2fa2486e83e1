import { signal } from '@preact/signals';
import { hasModifier } from '../base/keys.ts';

/** Whether the palette is open. Its content is loaded as a separate page. */
export const isPaletteOpen = signal(false);

export const openPalette = (): void => {
  isPaletteOpen.value = true;
};

export const closePalette = (): void => {
  isPaletteOpen.value = false;
  keysAhead.value = [];
};

/** Keys typed before the palette is ready. Each is handled once the previous one has taken effect. */
export const keysAhead = signal<readonly string[]>([]);

const isShown = () => document.querySelector('dialog[open] #palette') !== null;

/** Buffers keys while the palette is loading, so that none is lost or triggers something else. */
export function keepKeysForPalette(): void {
  const keep = (event: KeyboardEvent) => {
    if (!isPaletteOpen.value || isShown() || event.isComposing || hasModifier(event)) return;
    const { key } = event;
    if (key === 'Escape') closePalette();
    else if (key === 'Backspace') keysAhead.value = keysAhead.value.slice(0, -1);
    else if (key === 'Enter' || key.length === 1) keysAhead.value = [...keysAhead.value, key];
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('keydown', keep, { capture: true });
}

/** localStorage key of the projects that the user opened, latest first. */
export const recentProjectsKey = 'signalbox-recent-projects';

/** localStorage key of recently selected items. */
export const recentKey = 'signalbox-recent';
