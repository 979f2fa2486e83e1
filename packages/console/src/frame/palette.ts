import { signal } from '@preact/signals';

/** Whether the palette is open; what it shows is a page of its own. */
export const isPaletteOpen = signal(false);

export const openPalette = (): void => {
  isPaletteOpen.value = true;
};

export const closePalette = (): void => {
  isPaletteOpen.value = false;
  keysAhead.value = [];
};

/** Keys that wait for the palette: each counts once what was pressed before it has done what it does. */
export const keysAhead = signal<readonly string[]>([]);

const isShown = () => document.querySelector('dialog[open] #palette') !== null;

/** Keeps what is typed while the palette has been opened and is not there yet, so that nothing of it is lost or done elsewhere. */
export function keepKeysForPalette(): void {
  const keep = (event: KeyboardEvent) => {
    if (!isPaletteOpen.value || isShown() || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
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

/** Where this browser stores what was last chosen there. */
export const recentKey = 'signalbox-recent';
