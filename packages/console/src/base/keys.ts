import { words } from './words.ts';

/** One key, or two one after the other, and what it does. The help is made of this table. */
export interface Shortcut {
  readonly keys: string;
  readonly does: string;
}

export const shortcuts = {
  palette: { keys: 'Ctrl k', does: words.keys.palette },
  filter: { keys: '/', does: words.keys.filter },
  goStart: { keys: 'g h', does: words.keys.start },
  goFeatures: { keys: 'g f', does: words.keys.features },
  goRequests: { keys: 'g c', does: words.keys.requests },
  goSegments: { keys: 'g s', does: words.keys.segments },
  goPlayground: { keys: 'g p', does: words.keys.playground },
  goAudit: { keys: 'g a', does: words.keys.audit },
  down: { keys: 'j', does: words.keys.down },
  up: { keys: 'k', does: words.keys.up },
  open: { keys: 'Enter', does: words.keys.open },
  select: { keys: 'x', does: words.keys.select },
  favorite: { keys: 'f', does: words.keys.favorite },
  switch: { keys: '1-9', does: words.keys.switch },
  create: { keys: 'n', does: words.keys.create },
  strategy: { keys: 's', does: words.keys.strategy },
  approve: { keys: 'a', does: words.keys.approve },
  why: { keys: 'e', does: words.keys.why },
  copy: { keys: 'y', does: words.keys.copy },
  undo: { keys: 'z', does: words.keys.undo },
  help: { keys: '?', does: words.keys.help },
  close: { keys: 'Escape', does: words.keys.close },
} as const satisfies Readonly<Record<string, Shortcut>>;

export type ShortcutName = keyof typeof shortcuts;

/** What was pressed, as far as shortcuts need to know it. */
export interface Pressed {
  readonly key: string;
  readonly isInField: boolean;
  readonly hasModifier: boolean;
  /** With Ctrl or Cmd and nothing else. */
  readonly isCommand?: boolean;
}

const sequenceMs = 1000;

/**
 * Tells which shortcut the keys name that are pressed one after the other; it remembers the first of two for a second. Without
 * single keys, those that write a character do nothing (WCAG 2.1.4).
 */
export function shortcutReader(hasSingleKeys = (): boolean => true): (pressed: Pressed, atMs: number) => ShortcutName | null {
  let first: { readonly key: string; readonly atMs: number } | null = null;
  return ({ key, isInField, hasModifier, isCommand = false }, atMs) => {
    if (isCommand) return named(`Ctrl ${key.toLowerCase()}`);
    if (hasModifier || (isInField && key !== shortcuts.close.keys) || (key.length === 1 && !hasSingleKeys())) return null;
    const before = first && atMs - first.atMs < sequenceMs ? `${first.key} ` : '';
    const found = named(`${before}${key}`) ?? named(key);
    first = found || !startsOne(key) ? null : { key, atMs };
    return found;
  };
}

const names = Object.keys(shortcuts) as ShortcutName[];
const named = (keys: string): ShortcutName | null => names.find((name) => matches(shortcuts[name].keys, keys)) ?? null;
const matches = (wanted: string, keys: string): boolean => (wanted === '1-9' ? /^[1-9]$/.test(keys) : wanted === keys);
const startsOne = (key: string): boolean => names.some((name) => shortcuts[name].keys.startsWith(`${key} `));
