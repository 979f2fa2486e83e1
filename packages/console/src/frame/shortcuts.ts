import { useLayoutEffect } from 'preact/hooks';
import { type ShortcutName, shortcutReader } from '../base/keys.ts';
import { hasSingleKeys } from './single-keys.ts';

/** What each shortcut does where it works; the one that was set up last goes first. */
type Doings = Readonly<Partial<Record<ShortcutName, (key: string) => void>>>;

const layers: Doings[] = [];
const read = shortcutReader(() => hasSingleKeys.value);

/** Has the shortcuts do something while the component stands: from the moment on in which it can be seen. */
export function useShortcuts(doings: Doings): void {
  useLayoutEffect(() => {
    layers.push(doings);
    return () => void layers.splice(layers.indexOf(doings), 1);
  }, [doings]);
}

const fields = 'input, textarea, select, [contenteditable]';
const pressedByEnter = 'a[href], button, summary';

/** Listens to the keyboard, once for the whole page. */
export function listenToKeys(): void {
  document.addEventListener('keydown', (event) => {
    // Whatever has the focus comes before the row that the shortcut would open.
    if (event.key === 'Enter' && event.target instanceof Element && event.target.matches(pressedByEnter)) return;
    const isInField = event.target instanceof Element && event.target.matches(fields);
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const name = read({ key: event.key, isInField, hasModifier, isCommand }, event.timeStamp);
    const doing = name && layers.findLast((layer) => layer[name])?.[name];
    if (!doing) return;
    event.preventDefault();
    doing(event.key);
  });
}
