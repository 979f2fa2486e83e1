import { baseTexts } from './texts.ts';

/** A key, or two keys pressed in sequence, and its action. The help page lists this table. */
export interface Shortcut {
  readonly keys: string;
  readonly does: string;
}

export const shortcuts = {
  palette: { keys: 'Ctrl k', does: baseTexts.palette },
  filter: { keys: '/', does: baseTexts.filter },
  goStart: { keys: 'g h', does: baseTexts.start },
  goFeatures: { keys: 'g f', does: baseTexts.features },
  goRequests: { keys: 'g c', does: baseTexts.requests },
  goSegments: { keys: 'g s', does: baseTexts.segments },
  goPlayground: { keys: 'g p', does: baseTexts.playground },
  goAudit: { keys: 'g a', does: baseTexts.audit },
  down: { keys: 'j', does: baseTexts.down },
  up: { keys: 'k', does: baseTexts.up },
  open: { keys: 'Enter', does: baseTexts.open },
  select: { keys: 'x', does: baseTexts.select },
  favorite: { keys: 'f', does: baseTexts.favorite },
  switch: { keys: '1-9', does: baseTexts.switch },
  create: { keys: 'n', does: baseTexts.create },
  strategy: { keys: 's', does: baseTexts.strategy },
  approve: { keys: 'a', does: baseTexts.approve },
  submit: { keys: 'Ctrl Enter', does: baseTexts.submit },
  why: { keys: 'e', does: baseTexts.why },
  copy: { keys: 'y', does: baseTexts.copy },
  undo: { keys: 'z', does: baseTexts.undo },
  help: { keys: '?', does: baseTexts.help },
  close: { keys: 'Escape', does: baseTexts.close },
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
