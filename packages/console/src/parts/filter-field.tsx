import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface FilterFieldProps {
  /** What may be typed. */
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
  readonly field: RefObject<HTMLInputElement | null>;
}

const waitMs = 120;

/** Search and filter in one; it takes effect a moment after the last key. */
export function FilterField({ label, value, change, field }: FilterFieldProps) {
  const typed = useSignal(value);
  useEffect(() => {
    typed.value = value;
  }, [typed, value]);
  useEffect(() => {
    if (typed.value === value) return undefined;
    const timer = setTimeout(() => change(typed.value), waitMs);
    return () => clearTimeout(timer);
  }, [typed.value]);
  return (
    <label class="field">
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        value={typed.value}
        placeholder={label}
        aria-label={label}
        onInput={(event) => (typed.value = event.currentTarget.value)}
      />
      <kbd>/</kbd>
    </label>
  );
}
