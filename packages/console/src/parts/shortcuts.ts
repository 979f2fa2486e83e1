import { useLayoutEffect } from 'preact/hooks';
import { hasModifier, type ShortcutName, shortcutReader } from '../base/keys.ts';
import { hasSingleKeys } from './single-keys.ts';

/** Handlers by shortcut. The most recently registered handler comes first. */
type Handlers = Readonly<Partial<Record<ShortcutName, (key: string) => void>>>;

const layers: Handlers[] = [];
const read = shortcutReader(() => hasSingleKeys.value);

/** Registers handlers while the component is mounted, starting when it is visible. */
export function useShortcuts(doings: Handlers): void {
  useLayoutEffect(() => {
    layers.push(doings);
    return () => void layers.splice(layers.indexOf(doings), 1);
  }, [doings]);
}

/** Registers Ctrl Enter for the main button of the page, or of the dialog that draws it. It does nothing beneath other dialogs. */
export function useSubmit(submit: () => void, isInDialog = false): void {
  useShortcuts({ submit: () => document.querySelectorAll('dialog[open]').length === Number(isInDialog) && submit() });
}

const fields = 'input, textarea, select, [contenteditable]';
const pressedByEnter = 'a[href], button, summary';

/** Listens to the keyboard for the whole page. Called once. */
export function listenToKeys(): void {
  document.addEventListener('keydown', (event) => {
    const isInField = event.target instanceof Element && event.target.matches(fields);
    const isModified = hasModifier(event);
    // The focused element takes precedence over the row that the shortcut would open.
    if (event.key === 'Enter' && !isModified && event.target instanceof Element && event.target.matches(pressedByEnter)) return;
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const name = read({ key: event.key, isInField, hasModifier: isModified, isCommand }, event.timeStamp);
    const doing = name && layers.findLast((layer) => layer[name])?.[name];
    if (!doing) return;
    event.preventDefault();
    doing(event.key);
  });
}
