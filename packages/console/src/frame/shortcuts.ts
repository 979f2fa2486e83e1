import { useEffect } from 'preact/hooks';
import { type ShortcutName, shortcutReader } from '../base/keys.ts';

/** What each shortcut does where it works; the one that was set up last goes first. */
type Doings = Readonly<Partial<Record<ShortcutName, (key: string) => void>>>;

const layers: Doings[] = [];
const read = shortcutReader();

/** Has the shortcuts do something while the component stands. */
export function useShortcuts(doings: Doings): void {
  useEffect(() => {
    layers.push(doings);
    return () => void layers.splice(layers.indexOf(doings), 1);
  }, [doings]);
}

const fields = 'input, textarea, select, [contenteditable]';

/** Listens to the keyboard, once for the whole page. */
export function listenToKeys(): void {
  document.addEventListener('keydown', (event) => {
    const isInField = event.target instanceof Element && event.target.matches(fields);
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    const name = read({ key: event.key, isInField, hasModifier }, event.timeStamp);
    const doing = name && layers.findLast((layer) => layer[name])?.[name];
    if (!doing) return;
    event.preventDefault();
    doing(event.key);
  });
}
