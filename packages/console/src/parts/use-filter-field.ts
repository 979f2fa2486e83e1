import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export interface FilterFieldProps {
  /** The supported syntax. */
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
  readonly field: RefObject<HTMLInputElement | null>;
  /** Completions of the typed text. */
  readonly suggest?: (typed: string) => readonly string[];
  /** Called when the user starts to type. */
  readonly begin?: () => void;
}

const waitMs = 120;

/** State of a filter field, which applies shortly after the last key, and the index of the selected suggestion; -1 for none. */
export function useFilterField({ value, change, field, suggest }: FilterFieldProps) {
  const typed = useSignal(value);
  // Ignore values that this field sent itself: the user has typed on since.
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    typed.value = value;
  }, [typed, value]);
  useEffect(() => {
    if (typed.value === value) return undefined;
    const timer = setTimeout(() => {
      sent.current = typed.value;
      change(typed.value);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [typed.value]);
  const [isOpen, at] = [useSignal(false), useSignal(-1)];
  const suggested = isOpen.value ? (suggest?.(typed.value) ?? []) : [];
  const take = (text: string) => {
    typed.value = text;
    at.value = -1;
    field.current?.focus();
  };
  const move = (step: number) => (at.value = Math.max(-1, Math.min(suggested.length - 1, at.value + step)));
  const keys: Readonly<Record<string, () => void>> =
    suggested.length === 0
      ? {}
      : {
          ArrowDown: () => move(1),
          ArrowUp: () => move(-1),
          Escape: () => (isOpen.value = false),
          ...(at.value >= 0 && { Enter: () => take(suggested[at.value] ?? typed.value) }),
        };
  const press = (event: KeyboardEvent) => {
    const act = event.isComposing ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const type = (text: string) => {
    typed.value = text;
    isOpen.value = true;
    at.value = -1;
  };
  return { typed: typed.value, suggested, at: at.value, type, take, press, shut: () => (isOpen.value = false) };
}
