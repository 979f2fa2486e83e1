import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { hasModifier } from '../../base/keys.ts';
import type { PaletteItem } from './palette-item.ts';

/** A message inside the palette, because the dialog hides the rest of the page from screen readers. */
interface Message {
  readonly text: string;
  readonly isRefused: boolean;
}

export interface ItemListProps {
  readonly label: string;
  readonly typed: Signal<string>;
  readonly items: readonly PaletteItem[];
  /** Whether the items match the current text. Enter waits until they do. */
  readonly isCurrent: boolean;
  /** Keys pressed before the list was ready, or while Enter waits for results. They are handled afterwards. */
  readonly ahead: Signal<readonly string[]>;
  readonly choose: (item: PaletteItem) => void;
  /** Returns to the previous list; undefined for the first list. */
  readonly back?: () => void;
  readonly note?: string | undefined;
}

/** State of the list: selected item, key handling and messages. */
export function useItemList({ typed, items, isCurrent, ahead, choose, back }: ItemListProps) {
  const at = useSignal(0);
  const message = useSignal<Message | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const text = typed.value;
  const digit = items.findIndex((item) => String(item.digit) === text);
  const index = digit === -1 ? Math.min(at.value, items.length - 1) : digit;
  const item = items[index];
  const go = (chosen: PaletteItem | undefined) => {
    if (!chosen) return;
    if (chosen.refused === undefined) choose(chosen);
    else message.value = { text: chosen.refused, isRefused: true };
  };
  useLayoutEffect(() => input.current?.focus(), []);
  useEffect(() => {
    at.value = 0;
    message.value = null;
  }, [text]);
  useEffect(() => {
    const written = ahead.value.slice(0, ahead.value.includes('Enter') ? ahead.value.indexOf('Enter') : undefined);
    const [enter, ...rest] = ahead.value.slice(written.length);
    if (written.length > 0) {
      typed.value += written.join('');
      ahead.value = enter === undefined ? [] : [enter, ...rest];
    } else if (enter !== undefined && isCurrent && text === typed.value) {
      ahead.value = item === undefined ? [] : rest;
      go(item);
    }
  }, [isCurrent, ahead.value, item, text]);
  useEffect(() => list.current?.children[index]?.scrollIntoView({ block: 'nearest' }), [index, items.length]);
  const move = (step: number) => (at.value = (index + step + items.length) % Math.max(1, items.length));
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => (ahead.value = [...ahead.value, 'Enter']),
    ...(back && { Escape: back }),
    ...(back && text === '' && { Backspace: back }),
  };
  const press = (event: KeyboardEvent) => {
    const later = () => (ahead.value = [...ahead.value, event.key]);
    const isLater = ahead.value.length > 0 && event.key.length === 1;
    const act = event.isComposing || hasModifier(event) ? undefined : isLater ? later : keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return { text, item, index, message, input, list, go, press, point: (position: number) => (at.value = position) };
}
