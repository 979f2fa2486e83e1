/** A key, or two keys pressed in sequence, and its action. The help page lists this table. */
export interface Shortcut {
  readonly keys: string;
  readonly does: string;
}

export const shortcuts = {
  palette: { keys: 'Ctrl k', does: 'Open search and commands (Cmd K on a Mac)' },
  filter: { keys: '/', does: 'Focus the filter' },
  goStart: { keys: 'g h', does: 'Go to start' },
  goFeatures: { keys: 'g f', does: 'Go to features' },
  goRequests: { keys: 'g c', does: 'Go to change requests' },
  goSegments: { keys: 'g s', does: 'Go to segments' },
  goPlayground: { keys: 'g p', does: 'Go to playground' },
  goAudit: { keys: 'g a', does: 'Go to audit' },
  down: { keys: 'j', does: 'Next row' },
  up: { keys: 'k', does: 'Previous row' },
  open: { keys: 'Enter', does: 'Open row, or edit the first strategy' },
  select: { keys: 'x', does: 'Select row, or all rows to clean up' },
  favorite: { keys: 'f', does: 'Add row to favorites or remove it' },
  switch: { keys: '1-9', does: 'Turn on or off in the environment with that number' },
  create: { keys: 'n', does: 'New feature' },
  strategy: { keys: 's', does: 'Add strategy to the feature' },
  approve: { keys: 'a', does: 'Approve this change request, or review the first one' },
  submit: { keys: 'Ctrl Enter', does: 'Save, or use the main button of the page' },
  why: { keys: 'e', does: 'Explain who gets the feature' },
  copy: { keys: 'y', does: 'Copy link to this page' },
  undo: { keys: 'z', does: 'Undo last change' },
  help: { keys: '?', does: 'Show this list' },
  close: { keys: 'Escape', does: 'Close the top dialog or menu' },
} as const satisfies Readonly<Record<string, Shortcut>>;

export type ShortcutName = keyof typeof shortcuts;

export interface Pressed {
  readonly key: string;
  readonly isInField: boolean;
  readonly hasModifier: boolean;
  /** True if Ctrl or Cmd is the only modifier. */
  readonly isCommand?: boolean;
}

const sequenceMs = 1000;

/**
 * Returns a function that maps successive key presses to shortcuts. It remembers the first key of a sequence for a second. With single keys
 * turned off, keys that type a character are ignored (WCAG 2.1.4).
 */
export function shortcutReader(hasSingleKeys = (): boolean => true): (pressed: Pressed, atMs: number) => ShortcutName | null {
  let first: { readonly key: string; readonly atMs: number } | null = null;
  return ({ key, isInField, hasModifier, isCommand = false }, atMs) => {
    if (isCommand) return named(`Ctrl ${key.length === 1 ? key.toLowerCase() : key}`);
    if (hasModifier || (isInField && key !== shortcuts.close.keys) || (key.length === 1 && !hasSingleKeys())) return null;
    const before = first && atMs - first.atMs < sequenceMs ? `${first.key} ` : '';
    const found = named(`${before}${key}`) ?? named(key);
    first = found || !startsOne(key) ? null : { key, atMs };
    return found;
  };
}

const names = Object.keys(shortcuts) as ShortcutName[];
const named = (keys: string): ShortcutName | null => names.find((name) => matches(shortcuts[name].keys, keys)) ?? null;
const matches = (pattern: string, keys: string): boolean => (pattern === '1-9' ? /^[1-9]$/.test(keys) : pattern === keys);
const startsOne = (key: string): boolean => names.some((name) => shortcuts[name].keys.startsWith(`${key} `));

/** Whether the key has a modifier other than Shift, so that it is a command of the page or of the browser. */
export const hasModifier = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey || event.altKey;
